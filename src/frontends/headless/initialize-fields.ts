import type { InboundRequest } from '../../protocol/control/inbound.ts'

const KNOWN: readonly string[] = [
  'subtype',
  'systemPrompt',
  'appendSystemPrompt',
  'systemPromptSnapshot',
  'excludeDynamicSections',
  'jsonSchema',
  'title',
  'hooks',
  'sdkMcpServers',
  'sdkMcpServerConfigs',
  'agents',
  'skills',
  'plugins',
  'toolAliases',
  'planModeInstructions',
  'promptSuggestions',
  'forwardSubagentText',
  // They say what the host can show, or want what is always so: no effect is the effect.
  'supportedDialogKinds',
  'perTaskStopAffordance',
  'agentProgressSummaries',
  // Its servers are asked themselves.
  'sdkMcpServerManifests',
  'sdkMcpServerManifestsOrigin',
]

/** Fields of an `initialize` that say something this program has never heard of: it goes on, but not silently. */
export const unknownFields = (request: InboundRequest): readonly string[] =>
  Object.keys(request).filter(field => !KNOWN.includes(field) && saysSomething(request[field]))

const saysSomething = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
