import type { ToolSpec } from '../../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../../protocol/tools/both-languages.ts'

export const LIST_RESOURCES = {
  name: 'ListMcpResourcesTool',
  description: {
    en: 'Lists the resources of MCP servers, of all or of one: server, URI, name, type.',
    zh: '列出全部或某个 MCP 服务器的资源：服务器、URI、名称、类型。',
  },
}

export const READ_RESOURCE = {
  name: 'ReadMcpResourceTool',
  description: {
    en: 'Reads a resource of an MCP server by its URI.',
    zh: '按 URI 读取 MCP 服务器的资源。',
  },
}

/** Names of both. */
export const RESOURCE_TOOLS: readonly string[] = [LIST_RESOURCES.name, READ_RESOURCE.name]

/** How the two are offered to the model. */
export const resourceSpecs = (language?: PromptLanguage): readonly ToolSpec[] => [
  {
    name: LIST_RESOURCES.name,
    description: inPromptLanguage(LIST_RESOURCES.description, language),
    input_schema: {
      type: 'object',
      properties: {
        server: {
          type: 'string',
          description: inPromptLanguage({ en: 'Only of this server', zh: '只列此服务器的' }, language),
        },
      },
    },
    deferred: {
      hint: inPromptLanguage(
        { en: 'list what MCP servers have to read', zh: '列出 MCP 服务器可读的资源' },
        language,
      ),
    },
    clearable: true,
  },
  {
    name: READ_RESOURCE.name,
    description: inPromptLanguage(READ_RESOURCE.description, language),
    input_schema: {
      type: 'object',
      properties: { server: { type: 'string' }, uri: { type: 'string' } },
      required: ['server', 'uri'],
    },
    deferred: {
      hint: inPromptLanguage(
        { en: 'read a resource of an MCP server', zh: '读取 MCP 服务器的资源' },
        language,
      ),
    },
    clearable: true,
  },
]
