// A REST server in memory, on a port of the system's choice, for tests. It
// prints that port. TOKEN, where it is set, is the bearer token to ask for.
const jsonServer = require('json-server');

const server = jsonServer.create();
server.use((req, res, next) => {
  if (process.env.TOKEN && req.headers.authorization !== `Bearer ${process.env.TOKEN}`) {
    return res.status(401).json({});
  }
  return next();
});
server.use(jsonServer.bodyParser);
const router = jsonServer.router({ orders: [], loans: [] });
// Frappe's list of one doctype: filters of the form [[doctype, field, "=", value]].
server.get('/api/resource/:doctype', (req, res) => {
  const filters = JSON.parse(req.query.filters ?? '[]');
  const rows = router.db.get('loans').value()
    .filter((row) => filters.every(([, field, , value]) => row[field] === value))
    .slice(0, Number(req.query.limit_page_length ?? 20));
  res.json({ data: rows.map((row) => Object.fromEntries(JSON.parse(req.query.fields ?? '["name"]').map((f) => [f, row[f]]))) });
});
server.use(router);
const listener = server.listen(0, '127.0.0.1', () => console.log(listener.address().port));
