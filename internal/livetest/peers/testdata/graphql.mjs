// A GraphQL server in memory, on a port of the system's choice, for tests. It
// prints that port. TOKEN, where it is set, is the bearer token to ask for.
import http from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';

const orders = [];
const schema = createSchema({
  typeDefs: `
    type Order { id: ID! customer: String! note: String }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Orders { nodes: [Order!]! totalCount: Int! pageInfo: PageInfo! }
    type Query { orders(customer: String, first: Int = 2, after: String): Orders! }
    type Mutation { add(customer: String!, note: String): Order! remove(id: ID!): Boolean! }`,
  resolvers: {
    Query: {
      orders: (_, { customer, first, after }) => {
        const all = orders.filter((o) => !customer || o.customer === customer);
        const from = after ? all.findIndex((o) => o.id === after) + 1 : 0;
        const nodes = all.slice(from, from + Math.min(first, 2));
        const hasNextPage = from + nodes.length < all.length;
        return { nodes, totalCount: all.length, pageInfo: { hasNextPage, endCursor: nodes.at(-1)?.id ?? null } };
      },
    },
    Mutation: {
      add: (_, order) => orders[orders.push({ id: String(orders.length + 1), ...order }) - 1],
      remove: (_, { id }) => orders.splice(orders.findIndex((o) => o.id === id), 1).length === 1,
    },
  },
});

const yoga = createYoga({ schema, logging: false, maskedErrors: true });
http.createServer((req, res) => {
  if (process.env.TOKEN && req.headers.authorization !== `Bearer ${process.env.TOKEN}`) {
    res.writeHead(401, { 'Content-Type': 'application/json' });
    return res.end('{"errors":[{"message":"who are you"}]}');
  }
  return yoga(req, res);
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
