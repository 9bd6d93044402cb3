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
server.use(jsonServer.router({ orders: [] }));
const listener = server.listen(0, '127.0.0.1', () => console.log(listener.address().port));
