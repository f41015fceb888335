import type { MessageEntry, MetadataEntry } from '../../protocol/entry.ts'
import { SYNTHETIC_MODEL } from '../../protocol/message.ts'
import { EFFORTS } from '../../protocol/model.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import { isFileHistory } from './file-history/history-line.ts'
import { isCacheState } from './folds/cache.ts'
import { isCostState } from './folds/cost.ts'
import { isCount, isUsage, readUsage } from './ledger/count-usage.ts'
import { withSharedText } from './shared-text.ts'

/**
 * What one line of a session file means to us. Files of other programs and of later versions are read too: what is
 * missing gets a neutral value, what is unknown is kept where it does no harm.
 */
type ParsedLine =
  | { readonly kind: 'message'; readonly entry: MessageEntry }
  | { readonly kind: 'metadata'; readonly entry: MetadataEntry }
  /** Says nothing to us, but the chain may run through it. */
  | { readonly kind: 'link'; readonly uuid: string; readonly parentUuid: string | null }
  | { readonly kind: 'unknown' }

type Fields = Readonly<Record<string, unknown>>

const UNKNOWN: ParsedLine = { kind: 'unknown' }
const LONG_AGO = '1970-01-01T00:00:00.000Z'

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

const isPromptPart = (part: unknown): boolean =>
  isFields(part) &&
  isText(part['text']) &&
  (part['cache'] === undefined || part['cache'] === 'global' || part['cache'] === 'org')

const isToolSpec = (tool: unknown): boolean =>
  isFields(tool) && isText(tool['name']) && isText(tool['description']) && isFields(tool['input_schema'])

/** Whole or not at all: half a prompt would be sent as it is. */
export const isPromptSnapshot = (value: Readonly<Record<string, unknown>>): boolean =>
  [value['hash'], value['version'], value['model'], value['choice']].every(isText) &&
  Array.isArray(value['system']) &&
  value['system'].every(isPromptPart) &&
  Array.isArray(value['tools']) &&
  value['tools'].every(isToolSpec) &&
  isFields(value['sections']) &&
  Object.values(value['sections']).every(isText)

/** The block itself, a mended copy, or `undefined` when it cannot be sent to any model. */
const mendBlock = (block: unknown): Fields | undefined => {
  if (!isFields(block) || !isText(block['type'])) return undefined
  switch (block['type']) {
    case 'text':
      return isText(block['text']) ? block : undefined
    case 'thinking':
      if (!isText(block['thinking'])) return undefined
      return isText(block['signature']) ? block : { ...block, signature: '' }
    case 'tool_use':
      if (!isText(block['id']) || !isText(block['name'])) return undefined
      return 'input' in block ? block : { ...block, input: {} }
    case 'tool_result':
      if (!isText(block['tool_use_id'])) return undefined
      return isText(block['content']) || Array.isArray(block['content']) ? block : { ...block, content: '' }
    default:
      return block
  }
}

/** The same array when nothing had to be mended: no copy on the usual path. */
const mendBlocks = (blocks: readonly unknown[]): readonly Fields[] => {
  const mended = blocks.map(mendBlock)
  if (mended.every((block, i) => block !== undefined && block === blocks[i]))
    return blocks as readonly Fields[]
  return mended.filter(block => block !== undefined)
}

const withPlace = (value: Fields): Fields => {
  const complete =
    isText(value['timestamp']) &&
    isText(value['cwd']) &&
    isText(value['sessionId']) &&
    isText(value['version']) &&
    isText(value['gitBranch']) &&
    isText(value['entrypoint']) &&
    typeof value['isSidechain'] === 'boolean' &&
    (value['parentUuid'] === null || isText(value['parentUuid']))
  if (complete) return value
  const text = (key: string, otherwise: string): string => (isText(value[key]) ? value[key] : otherwise)
  return {
    ...value,
    parentUuid: isText(value['parentUuid']) ? value['parentUuid'] : null,
    isSidechain: value['isSidechain'] === true,
    userType: 'external',
    entrypoint: text('entrypoint', 'cli'),
    cwd: text('cwd', ''),
    sessionId: text('sessionId', ''),
    version: text('version', ''),
    gitBranch: text('gitBranch', ''),
    timestamp: text('timestamp', LONG_AGO),
  }
}

const mendUser = (value: Fields): Fields | undefined => {
  const message = value['message']
  if (!isFields(message)) return undefined
  const content = message['content']
  if (isText(content))
    return message['role'] === 'user' ? value : { ...value, message: { ...message, role: 'user' } }
  if (!Array.isArray(content)) return undefined
  const blocks = mendBlocks(content)
  if (blocks === content && message['role'] === 'user') return value
  return { ...value, message: { ...message, role: 'user', content: blocks } }
}

const mendAssistant = (value: Fields): Fields | undefined => {
  const message = value['message']
  if (!isFields(message)) return undefined
  const content = isText(message['content'])
    ? [{ type: 'text', text: message['content'] }]
    : message['content']
  if (!Array.isArray(content)) return undefined
  const blocks = mendBlocks(content)
  const usage = message['usage']
  const complete =
    blocks === message['content'] &&
    isText(message['id']) &&
    isText(message['model']) &&
    message['role'] === 'assistant' &&
    isUsage(usage)
  if (complete) return value
  return {
    ...value,
    message: {
      stop_reason: null,
      stop_sequence: null,
      ...message,
      id: isText(message['id']) ? message['id'] : `msg_${String(value['uuid'])}`,
      type: 'message',
      role: 'assistant',
      model: isText(message['model']) ? message['model'] : SYNTHETIC_MODEL,
      content: blocks,
      usage: readUsage(usage),
    },
  }
}

const SYSTEM_SUBTYPES: readonly unknown[] = ['compact_boundary', 'informational', 'tombstone', 'history_edit']

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** An edit that cannot be understood is left out: more is sent then, and nothing is lost. */
const isEdit = (edit: unknown): boolean => {
  if (!isFields(edit) || !isCount(edit['freed'])) return false
  if (edit['kind'] === 'snip') return isTextList(edit['removed'])
  if (edit['kind'] === 'clear') return isTextList(edit['results']) && isTextList(edit['media'])
  return edit['kind'] === 'collapse' && isTextList(edit['replaced']) && isText(edit['summary'])
}

/** System lines of kinds we do not know are shown as information when they have words, and passed over otherwise. */
const mendSystem = (value: Fields): Fields | undefined => {
  const known = SYSTEM_SUBTYPES.includes(value['subtype'])
  const content = isText(value['content']) ? value['content'] : undefined
  if (!known) return content === undefined ? undefined : { ...value, subtype: 'informational' }
  if (value['subtype'] === 'tombstone' && !isTextList(value['removed'])) return undefined
  if (value['subtype'] === 'history_edit' && !isEdit(value['edit'])) return undefined
  return content === undefined ? { ...value, content: '' } : value
}

const mendAttachment = (value: Fields): Fields | undefined => {
  const attachment = value['attachment']
  return isFields(attachment) && isText(attachment['kind']) && isText(attachment['text']) ? value : undefined
}

const mendMessage = (value: Fields): Fields | undefined => {
  switch (value['type']) {
    case 'user':
      return mendUser('sharedText' in value ? withSharedText(value) : value)
    case 'assistant':
      return mendAssistant(value)
    case 'system':
      return mendSystem(value)
    case 'attachment':
      return mendAttachment(value)
    default:
      return undefined
  }
}

const isUsageLine = (value: Fields): boolean => {
  const message = value['message']
  return (
    isText(value['timestamp']) &&
    isFields(message) &&
    isText(message['id']) &&
    isText(message['model']) &&
    isFields(message['usage'])
  )
}

/** Calls are added up and decided on: a counter that is missing or none is zero. */
const mendCounters = (value: Fields): Fields => {
  const { type, message } = value
  if (type !== 'usage' || !isFields(message) || isUsage(message['usage'])) return value
  return { ...value, message: { ...message, usage: readUsage(message['usage']) } }
}

const isLimitWait = (value: unknown): boolean =>
  isFields(value) && isText(value['model']) && Number.isFinite(value['resetsAt'])

/** The fields that make a metadata line usable, by its type. */
const METADATA: Readonly<Record<string, (value: Fields) => boolean>> = {
  summary: value => isText(value['summary']) && isText(value['leafUuid']),
  'custom-title': value => isText(value['customTitle']),
  'ai-title': value => isText(value['aiTitle']),
  tag: value => isText(value['tag']),
  'pr-link': value => isText(value['prUrl']) && typeof value['prNumber'] === 'number',
  mode: value => (PERMISSION_MODES as readonly unknown[]).includes(value['mode']),
  model: value => isText(value['model']),
  effort: value => value['effort'] === null || (EFFORTS as readonly unknown[]).includes(value['effort']),
  thinking: value => typeof value['enabled'] === 'boolean',
  'agent-setting': value => isText(value['agentSetting']),
  directories: value => isTextList(value['directories']),
  coordinator: value => typeof value['enabled'] === 'boolean',
  'team-member': value => isText(value['team']) && isText(value['name']),
  'assistant-mode': value => typeof value['enabled'] === 'boolean',
  profile: value => value['profile'] === null || isText(value['profile']),
  'limit-wait': value => value['limit'] === null || isLimitWait(value['limit']),
  'worktree-state': value => value['path'] === null || isText(value['path']),
  'cost-state': value => isCostState(value['cost']),
  'cache-state': isCacheState,
  cwd: value => isText(value['cwd']),
  usage: isUsageLine,
  'file-history-snapshot': isFileHistory,
  'loaded-tools': value => Array.isArray(value['tools']) && value['tools'].every(isText),
  'prompt-snapshot': isPromptSnapshot,
  schedules: value => Array.isArray(value['schedules']),
  goal: value => value['goal'] === null || isFields(value['goal']),
  'task-ended': value => isText(value['taskId']) && isText(value['text']),
  'channel-message': value => isText(value['messageId']) && isText(value['channel']),
  'followed-pull-request': value => isText(value['url']),
  'peer-message': value => ['timestamp', 'from', 'text', 'outcome'].every(key => isText(value[key])),
}

export const parseEntry = (value: unknown): ParsedLine => {
  if (!isFields(value) || !isText(value['type'])) return UNKNOWN
  const uuid = value['uuid']
  if (!isText(uuid) || uuid === '') {
    const usable = Object.hasOwn(METADATA, value['type']) && METADATA[value['type']]?.(value) === true
    return usable ? { kind: 'metadata', entry: mendCounters(value) as unknown as MetadataEntry } : UNKNOWN
  }
  const message = mendMessage(value)
  if (message !== undefined) return { kind: 'message', entry: withPlace(message) as unknown as MessageEntry }
  return { kind: 'link', uuid, parentUuid: isText(value['parentUuid']) ? value['parentUuid'] : null }
}
