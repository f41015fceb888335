import type { ToolSpec } from '../../../protocol/tool.ts'

export const LIST_RESOURCES: ToolSpec = {
  name: 'ListMcpResourcesTool',
  description: 'Lists the resources of MCP servers, of all or of one: server, URI, name, type.',
  input_schema: {
    type: 'object',
    properties: { server: { type: 'string', description: 'Only of this server' } },
  },
  deferred: { hint: 'list what MCP servers have to read' },
  clearable: true,
}

export const READ_RESOURCE: ToolSpec = {
  name: 'ReadMcpResourceTool',
  description: 'Reads a resource of an MCP server by its URI.',
  input_schema: {
    type: 'object',
    properties: { server: { type: 'string' }, uri: { type: 'string' } },
    required: ['server', 'uri'],
  },
  deferred: { hint: 'read a resource of an MCP server' },
  clearable: true,
}
