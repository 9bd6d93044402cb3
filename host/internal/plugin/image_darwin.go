package plugin

// sealedCopy has no memory to seal here: a private copy it is.
func sealedCopy(string, string) (image *Image, digest string, ok bool, err error) {
	return nil, "", false, nil
}
