import { inWords, isJson, type Wish, type WrittenKind } from './wish.ts'

/** A skill, command or agent as a markdown file; a workflow as YAML. */
export interface WrittenFile {
  readonly kind: WrittenKind
  readonly file: string
  readonly text: string
}

const SHOWN_COMMANDS = 3
const MAX_HEADER = 64 * 1024
/** What approves tools beforehand, starts something, or asks for a mode. */
const TELLING_KEYS = [
  'allowed-tools',
  'allowedTools',
  'tools',
  'permissionMode',
  'permission-mode',
  'hooks',
  'mcpServers',
]

/** What such a file wants beyond being read: tools approved beforehand, hooks, commands in its text. */
export const instructionWish = async ({ kind, file, text }: WrittenFile): Promise<Wish> => {
  const parts =
    kind === 'workflow'
      ? await workflowParts(text)
      : [...(await frontMatterParts(text)), ...inlineCommands(text)]
  return { kind, file, name: nameOf(kind, file), ...(parts.length > 0 ? { detail: parts.join('; ') } : {}) }
}

const nameOf = (kind: WrittenFile['kind'], file: string): string => {
  const names = file.split('/')
  return (kind === 'skill' ? names.at(-2) : names.at(-1)?.replace(/\.(?:md|ya?ml|json)$/i, '')) ?? file
}

const frontMatterParts = async (text: string): Promise<readonly string[]> => {
  const head = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text)?.[1]
  if (head === undefined) return []
  if (head.length > MAX_HEADER) return [`its header is too long to be read: ${head}`]
  try {
    const { parseYaml } = await import('../../../lib/parse-yaml.ts')
    const value = parseYaml(head)
    if (!isJson(value)) return []
    return TELLING_KEYS.filter(key => Object.hasOwn(value, key)).map(key => `${key}: ${inWords(value[key])}`)
  } catch {
    // Words the parser refuses are shown instead: what stands there must not go unseen.
    return [`its header cannot be read: ${head}`]
  }
}

/** Every command in it, however deep. */
const workflowParts = async (text: string): Promise<readonly string[]> => {
  if (text.length > MAX_HEADER) return ['it is too long to be read']
  try {
    const { parseYaml } = await import('../../../lib/parse-yaml.ts')
    return shownCommands(commandsIn(parseYaml(text)))
  } catch {
    // It cannot be run either.
    return ['it cannot be read']
  }
}

const commandsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(commandsIn)
  if (!isJson(value)) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'run' && typeof each === 'string' ? [each] : commandsIn(each),
  )
}

const inlineCommands = (text: string): readonly string[] =>
  shownCommands([...text.matchAll(/!`([^`\n]+)`/g)].map(([, command]) => command ?? ''))

const shownCommands = (commands: readonly string[]): readonly string[] => {
  const shown = commands.slice(0, SHOWN_COMMANDS).map(command => `runs ${command}`)
  const more = commands.length - shown.length
  return more > 0 ? [...shown, `and ${more} more commands`] : shown
}
