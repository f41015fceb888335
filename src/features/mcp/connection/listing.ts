import type { Client } from '@modelcontextprotocol/client'

/** What a server offers, as it says so itself: foreign, and bounded. Small enough to be kept for the next session. */
export interface ServerListing {
  readonly tools: readonly ListedTool[]
  readonly prompts: readonly ListedPrompt[]
  readonly resources: boolean
  readonly instructions?: string
  /** As it calls itself. */
  readonly server?: { readonly name: string; readonly version: string }
}

export interface ListedTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly readOnly?: true
  readonly destructive?: true
  /** Sent whole from the start. */
  readonly alwaysLoad?: true
  /** Words to find it by. */
  readonly searchHint?: string
  readonly maxResultChars?: number
  /** It asks the person something by itself: the call is never allowed without them. */
  readonly needsPerson?: true
}

export interface ListedPrompt {
  readonly name: string
  readonly description?: string
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[]
  /** The server wants it called by the person alone. */
  readonly personOnly?: true
}

const MAX_TOOLS = 500
const MAX_PROMPTS = 200
const MAX_SCHEMA_CHARS = 100_000
const MAX_TEXT = 20_000
const MAX_RESULT_CHARS = 500_000

/** Asks a connected server for all of it; `left` is what could not be taken, in words. */
export const fetchListing = async (
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<{ readonly listing: ServerListing; readonly left: readonly string[] }> => {
  const can = client.getServerCapabilities() ?? {}
  const fresh = { ...options, cacheMode: 'refresh' } as const
  const [tools, prompts] = await Promise.all([
    can.tools ? client.listTools(undefined, fresh).then(({ tools }) => tools) : [],
    can.prompts ? client.listPrompts(undefined, fresh).then(({ prompts }) => prompts) : [],
  ])
  const listed = tools.slice(0, MAX_TOOLS).map(listTool)
  const instructions = client.getInstructions()
  return {
    listing: {
      tools: distinct(listed.filter(tool => tool !== undefined)),
      prompts: distinct(prompts.slice(0, MAX_PROMPTS).map(listPrompt)),
      resources: can.resources !== undefined,
      ...(instructions ? { instructions: instructions.slice(0, MAX_TEXT) } : {}),
      ...serverOf(client),
    },
    left: [
      ...(tools.length > MAX_TOOLS
        ? [`${tools.length - MAX_TOOLS} tools beyond the first ${MAX_TOOLS}`]
        : []),
      ...listed.flatMap((tool, at) =>
        tool ? [] : [`the tool ${tools[at]?.name.slice(0, 80)}, whose definition is too large`],
      ),
    ],
  }
}

const MAX_NAME = 200

const serverOf = (client: Client): Pick<ServerListing, 'server'> => {
  const { name, version } = client.getServerVersion() ?? {}
  return name === undefined || version === undefined
    ? {}
    : { server: { name: name.slice(0, MAX_NAME), version: version.slice(0, MAX_NAME) } }
}

const distinct = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map(each => [each.name, each])).values(),
]

type SdkTool = Awaited<ReturnType<Client['listTools']>>['tools'][number]
type SdkPrompt = Awaited<ReturnType<Client['listPrompts']>>['prompts'][number]

const listTool = (tool: SdkTool): ListedTool | undefined => {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta: meta = {} } = tool
  if (name.length > 256 || JSON.stringify(inputSchema).length > MAX_SCHEMA_CHARS) return undefined
  const shown = title ?? annotations?.title
  const hint = meta['anthropic/searchHint']
  const most = meta['anthropic/maxResultSizeChars']
  return {
    name,
    inputSchema,
    ...(outputSchema && JSON.stringify(outputSchema).length <= MAX_SCHEMA_CHARS ? { outputSchema } : {}),
    ...(shown === undefined ? {} : { title: shown.slice(0, 200) }),
    ...(description === undefined ? {} : { description: description.slice(0, MAX_TEXT) }),
    ...(annotations?.readOnlyHint === true ? { readOnly: true } : {}),
    ...(annotations?.destructiveHint === true ? { destructive: true } : {}),
    ...(meta['anthropic/alwaysLoad'] === true ? { alwaysLoad: true } : {}),
    ...(typeof hint === 'string' ? { searchHint: hint.slice(0, 200) } : {}),
    ...(typeof most === 'number' && most > 0 ? { maxResultChars: Math.min(most, MAX_RESULT_CHARS) } : {}),
    ...(meta['anthropic/requiresUserInteraction'] === true ? { needsPerson: true } : {}),
  }
}

const listPrompt = ({ name, description, arguments: given = [], _meta }: SdkPrompt): ListedPrompt => ({
  name: name.slice(0, 256),
  ...(description === undefined ? {} : { description: description.slice(0, 1_000) }),
  ...(_meta?.['disable-model-invocation'] === true ? { personOnly: true } : {}),
  arguments: given
    .slice(0, 20)
    .map(each => ({ name: each.name.slice(0, 100), required: each.required === true })),
})

/** What became of the tools that were known, one by one; nothing when they are as they were. */
export const compareTools = (
  before: ServerListing,
  after: ServerListing,
): {
  readonly added: readonly string[]
  readonly gone: readonly string[]
  readonly changed: readonly string[]
} => {
  const old = new Map(before.tools.map(tool => [tool.name, JSON.stringify(tool)]))
  const now = new Set(after.tools.map(({ name }) => name))
  return {
    added: after.tools.filter(({ name }) => !old.has(name)).map(({ name }) => name),
    gone: before.tools.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    changed: after.tools
      .filter(tool => old.has(tool.name) && old.get(tool.name) !== JSON.stringify(tool))
      .map(({ name }) => name),
  }
}
