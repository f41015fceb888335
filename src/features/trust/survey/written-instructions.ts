import { inWords, isJson, type Wish } from './wish.ts'

/** A skill, command or agent as a markdown file. */
export interface WrittenFile {
  readonly kind: 'skill' | 'command' | 'agent'
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
  const parts = [...(await frontMatterParts(text)), ...inlineCommands(text)]
  return { kind, file, name: nameOf(kind, file), ...(parts.length > 0 ? { detail: parts.join('; ') } : {}) }
}

const nameOf = (kind: WrittenFile['kind'], file: string): string => {
  const names = file.split('/')
  return (kind === 'skill' ? names.at(-2) : names.at(-1)?.replace(/\.md$/i, '')) ?? file
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

const inlineCommands = (text: string): readonly string[] => {
  const commands = [...text.matchAll(/!`([^`\n]+)`/g)].map(([, command]) => command ?? '')
  const shown = commands.slice(0, SHOWN_COMMANDS).map(command => `runs ${command}`)
  const more = commands.length - shown.length
  return more > 0 ? [...shown, `and ${more} more commands`] : shown
}
