import type { InboundRequest } from '../../protocol/control/inbound.ts'

const SERVED = [
  'subtype',
  'systemPrompt',
  'appendSystemPrompt',
  'jsonSchema',
  'title',
  'hooks',
  'sdkMcpServers',
  'forwardSubagentText',
]

/** They say what the host can show, or ask for more about things that do not exist here: no effect is the effect. */
const VACUOUS = [
  'supportedDialogKinds',
  'perTaskStopAffordance',
  'agentProgressSummaries',
  // Its servers are asked themselves.
  'sdkMcpServerManifests',
  'sdkMcpServerConfigs',
]

/** A run without them would not be the run the host asked for. */
const REFUSED = [
  'agents',
  'skills',
  'plugins',
  'toolAliases',
  'planModeInstructions',
  'promptSuggestions',
  'excludeDynamicSections',
  'systemPromptSnapshot',
]

export interface FieldReport {
  /** Known, meant, and not available: the request must fail. */
  readonly refused: readonly string[]
  /** Never heard of: the request may go on, but not silently. */
  readonly unknown: readonly string[]
}

/** Sorts the fields of an `initialize` that say something and are not served. */
export const reportFields = (request: InboundRequest): FieldReport => {
  const meant = Object.keys(request).filter(
    field => !SERVED.includes(field) && !VACUOUS.includes(field) && saysSomething(request[field]),
  )
  return {
    refused: meant.filter(field => REFUSED.includes(field)),
    unknown: meant.filter(field => !REFUSED.includes(field)),
  }
}

const saysSomething = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
