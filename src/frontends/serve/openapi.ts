import * as z from 'zod'
import { OPS } from '../../protocol/serve/op-schema.ts'
import { ROUTES, type Route } from '../../protocol/serve/routes.ts'
import { API } from '../../protocol/serve/wire.ts'

type Json = Readonly<Record<string, unknown>>

/** The API as OpenAPI 3.1 describes one, from the rows that requests are checked with. */
export const describeApi = (version: string): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const path = `${API}${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Capstan', version, description: 'Sessions of Capstan over HTTP and WebSocket.' },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        page: { type: 'apiKey', in: 'header', name: 'x-capstan-key' },
      },
      schemas: {
        Op: { oneOf: Object.keys(OPS).map(type => ({ $ref: `#/components/schemas/Op.${type}` })) },
        ...Object.fromEntries(
          Object.entries(OPS).map(([type, schema]) => [`Op.${type}`, jsonSchema(schema)]),
        ),
        Error: ERROR,
      },
    },
    security: [{ token: [] }, { page: [] }],
  }
}

const operation = (name: string, route: Route): Json => ({
  operationId: name,
  summary: route.summary,
  parameters: [...pathParameters(route), ...queryParameters(route)],
  ...(route.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: bodySchema(name, route.body) } },
        },
      }
    : {}),
  responses: {
    [route.status]: {
      description: route.answer,
      ...(route.status === 204 ? {} : { content: { 'application/json': { schema: {} } } }),
    },
    default: {
      description: 'Not done, with why',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
  ...(route.open ? { security: [] } : {}),
})

/** Ops are described once. */
const bodySchema = (name: string, body: z.ZodType): Json =>
  name === 'op'
    ? {
        type: 'object',
        properties: { id: { type: 'string' }, op: { $ref: '#/components/schemas/Op' } },
        required: ['op'],
        additionalProperties: false,
      }
    : jsonSchema(body)

const pathParameters = (route: Route): readonly Json[] =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = ({ query }: Route): readonly Json[] =>
  query === undefined
    ? []
    : Object.entries(query.shape).map(([name, schema]) => ({
        name,
        in: 'query',
        required: false,
        schema: jsonSchema(schema as z.ZodType),
      }))

const jsonSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['kind', 'message'],
      properties: {
        kind: { type: 'string' },
        message: { type: 'string' },
        localized: {
          type: 'object',
          required: ['id', 'text'],
          properties: { id: { type: 'string' }, values: { type: 'object' }, text: { type: 'string' } },
        },
      },
    },
  },
}
