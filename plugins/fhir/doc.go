// Package fhir reads resources by a FHIR R4 search, or one resource by its id:
// the kind fhir.
//
// # What a search must show
//
// Next links are followed to the end, the end being a Bundle without one, and
// never one without entries. Only entries that match are records: included
// resources are not, and an OperationOutcome is read. total, where it is given,
// must be the number of matches. A parameter counts as applied when the self
// link repeats it and the CapabilityStatement does not deny it, or when every
// match bears it; else the server may have answered with more, or with
// something else, and nothing is confirmed. Prefer: handling=strict is sent.
//
// # Records
//
// field_paths names the fields, by a part of FHIRPath: names, [n],
// where(x='y') and first(). Where several values stand and one was asked, the
// field is in doubt and nothing is confirmed. Every record also has id,
// meta.versionId and meta.lastUpdated.
//
// A reference is told as Type/id, whether it was written relative, absolute or
// with a version; one to another server is in doubt. Contracts write Type/id.
//
// A resource that was entered in error keeps its id, its meta and its status
// alone, so that it matches no contract that asks for content, and its
// retraction does not look like a deletion. include_entered_in_error: true
// gives it whole.
//
// The source is what the CapabilityStatement says of software and
// implementation.
package fhir
