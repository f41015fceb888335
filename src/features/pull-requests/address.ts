import { escapeLine } from '../../lib/escape-text.ts'
import type { ForgeKind, ForgeSettings } from '../../protocol/agents/pull-requests.ts'
import { pullRequestText } from '../../protocol/messages/engine/pull-requests.ts'
import { ForgeError } from './forge-error.ts'

/** Where a pull request is, and how its forge is asked. */
export interface PullRequestAddress {
  readonly kind: ForgeKind
  /** As the person sees it, with the port. */
  readonly host: string
  /** Without a slash at the end. */
  readonly api: string
  /** `owner/name`; on GitLab there may be more of it. */
  readonly repository: string
  readonly number: number
  /** The one spelling by which it is known here. */
  readonly url: string
  /** `github.com/owner/name#12`. */
  readonly name: string
  /** What the settings say of the forge; absent: one that everybody knows. */
  readonly settings?: ForgeSettings
}

/** Forges that need no word in the settings. */
const KNOWN: Readonly<Record<string, ForgeKind>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'codeberg.org': 'gitea',
  'gitea.com': 'gitea',
}

const SHAPES: Readonly<Record<ForgeKind, RegExp>> = {
  github: /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,9})(?:\/.*)?$/,
  gitlab: /^\/((?:[\w.-]+\/)+[\w.-]+)\/-\/merge_requests\/(\d{1,9})(?:\/.*)?$/,
  gitea: /^\/([\w.-]+\/[\w.-]+)\/pulls\/(\d{1,9})(?:\/.*)?$/,
}

/** Reads the address of a pull request. Throws ForgeError for what is none, or is on a forge nobody named. */
export const readAddress = (text: string, forges: readonly ForgeSettings[] = []): PullRequestAddress => {
  const said = escapeLine(text, 120)
  if (!URL.canParse(text)) throw new ForgeError('address', pullRequestText('no_address', { said }))
  const { protocol, host, pathname, username, password } = new URL(text)
  const settings = forges.find(forge => forge.host.toLowerCase() === host.toLowerCase())
  const kind = settings?.kind ?? (Object.hasOwn(KNOWN, host) ? KNOWN[host] : undefined)
  if (kind === undefined)
    throw new ForgeError('address', pullRequestText('unknown_forge', { host: escapeLine(host, 80) }))
  const isPlain = protocol === 'https:' || (protocol === 'http:' && settings !== undefined)
  const [, repository = '', number = ''] = SHAPES[kind].exec(pathname) ?? []
  const steps = repository.split('/')
  if (!isPlain || username || password || repository === '' || steps.some(each => /^\.+$/.test(each)))
    throw new ForgeError('address', pullRequestText('no_address', { said }))
  return addressOf({
    kind,
    host,
    repository,
    number: Number(number),
    protocol,
    ...(settings ? { settings } : {}),
  })
}

/** The pull request of that number in a repository that is at home on a forge. */
export const addressByNumber = (
  number: number,
  home: { readonly host: string; readonly owner: string; readonly name: string } | undefined,
  forges: readonly ForgeSettings[] = [],
): PullRequestAddress => {
  if (!home) throw new ForgeError('address', pullRequestText('no_home'))
  const settings = forges.find(forge => forge.host.toLowerCase() === home.host.toLowerCase())
  const kind = settings?.kind ?? (Object.hasOwn(KNOWN, home.host) ? KNOWN[home.host] : undefined)
  if (kind === undefined)
    throw new ForgeError('address', pullRequestText('unknown_forge', { host: escapeLine(home.host, 80) }))
  return readAddress(`https://${home.host}/${home.owner}/${home.name}/${MIDDLES[kind]}/${number}`, forges)
}

const MIDDLES: Readonly<Record<ForgeKind, string>> = {
  github: 'pull',
  gitlab: '-/merge_requests',
  gitea: 'pulls',
}

interface Parts extends Pick<PullRequestAddress, 'kind' | 'host' | 'repository' | 'number' | 'settings'> {
  readonly protocol: string
}

const addressOf = ({ protocol, ...parts }: Parts): PullRequestAddress => {
  const { kind, host, repository, number, settings } = parts
  return {
    ...parts,
    api: (settings?.api ?? usualApi(kind, `${protocol}//${host}`)).replace(/\/+$/, ''),
    url: `${protocol}//${host}/${repository}/${MIDDLES[kind]}/${number}`,
    name: `${host}/${repository}#${number}`,
  }
}

const usualApi = (kind: ForgeKind, origin: string): string => {
  if (kind === 'github')
    return origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`
  return `${origin}/api/${kind === 'gitlab' ? 'v4' : 'v1'}`
}
