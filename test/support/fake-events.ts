import type { MessageEntry } from '../../src/protocol/entry.ts'
import type { Event, TurnReport } from '../../src/protocol/event.ts'
import type {
  AssistantBlock,
  AssistantMessage,
  SystemMessage,
  UserMessage,
} from '../../src/protocol/message.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import type { PermissionRequest } from '../../src/protocol/permission.ts'
import { because } from '../../src/protocol/permission.ts'
import type { Terminal } from '../../src/protocol/transition.ts'
import { type CostState, NO_USAGE, type Usage } from '../../src/protocol/usage.ts'

const PLACE = {
  timestamp: '2026-01-01T00:00:00.000Z',
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/w',
  sessionId: 's1',
  version: '1.0.0',
  gitBranch: '',
} as const

export const USAGE: Usage = { ...NO_USAGE, input_tokens: 10, output_tokens: 5 }

export const COST: CostState = {
  totalCostUSD: 0.25,
  unpricedModels: [],
  apiDurationMs: 80,
  apiDurationWithoutRetriesMs: 80,
  toolDurationMs: 0,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {
    'claude-test': {
      inputTokens: 10,
      outputTokens: 5,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
      webSearchRequests: 0,
      costUSD: 0.25,
      contextWindow: 200_000,
      maxOutputTokens: 64_000,
    },
  },
}

export const REPORT: TurnReport = {
  durationMs: 100,
  apiDurationMs: 80,
  requests: 1,
  text: 'Done.',
  stopReason: 'end_turn',
  usage: USAGE,
  cost: COST,
  denials: [],
  queued: 0,
}

const COMPLETED: Terminal = { kind: 'completed', stopReason: 'end_turn' }

export const turnStarted = (userMessageUuid: string): Event => ({
  type: 'turn_started',
  turn: {
    sessionId: 's1',
    cwd: '/w',
    tools: ['Read'],
    model: 'claude-test',
    mode: 'default',
    credential: 'none',
    userMessageUuid,
  },
})

export const turnEnded = (terminal: Terminal = COMPLETED, report: Partial<TurnReport> = {}): Event => ({
  type: 'turn_ended',
  terminal,
  report: { ...REPORT, ...report },
})

export const assistantEntry = (
  uuid: string,
  block: AssistantBlock,
  more: Partial<AssistantMessage> = {},
): Event => ({
  type: 'entry',
  entry: {
    ...PLACE,
    type: 'assistant',
    uuid,
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [block],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: USAGE,
    },
    ...more,
  },
})

export const userEntry = (
  uuid: string,
  content: UserMessage['message']['content'],
  more: Partial<UserMessage> = {},
): Event => ({
  type: 'entry',
  entry: { ...PLACE, type: 'user', uuid, message: { role: 'user', content }, ...more },
})

export const systemEntry = (
  uuid: string,
  more: Pick<SystemMessage, 'subtype' | 'content'> & Partial<SystemMessage>,
): Event => {
  const entry: MessageEntry = { ...PLACE, type: 'system', uuid, ...more }
  return { type: 'entry', entry }
}

export const permissionRequest = (id: string): PermissionRequest => ({
  id,
  toolName: 'Bash',
  toolUseId: 'toolu_1',
  input: { command: 'touch x' },
  decision: {
    verdict: 'ask',
    because: because('other', verbatim('touch changes files')),
    offer: [
      {
        type: 'addRules',
        rules: [{ toolName: 'Bash', ruleContent: 'touch *' }],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ],
    readOnly: false,
  },
})
