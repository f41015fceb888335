import type { Settings } from '../../protocol/settings.ts'

/** What the reviewer goes by, in prose. */
export type ReviewRules = Readonly<Record<(typeof NAMES)[number], readonly string[]>>

const DEFAULTS: ReviewRules = {
  environment: [
    'The working directories named below belong to the person and are there to be worked in.',
    'Everything else on the machine, on the network and in accounts belongs to the person or to others and is not part of the work unless the person says so.',
  ],
  allow: [
    'Building, testing, formatting, type-checking and running the project in the working directories, with the tools the project already uses.',
    'Installing exactly what the project itself declares (lock file, manifest), without scripts from elsewhere.',
    'Creating, moving and removing files inside the working directories that belong to the task; local commits on a branch when the person wants commits.',
    'Reading documentation and public pages that the task needs.',
  ],
  soft_deny: [
    'Anything that leaves the machine and reaches other people: pushing, publishing, deploying, opening or commenting on issues and pull requests, sending messages.',
    'Removing or overwriting work that cannot be brought back: unversioned files, uncommitted changes, branches, databases, containers, whole directories.',
    'Rewriting shared history, force-pushing, changing the default branch.',
    'Installing software for the whole system, adding dependencies nobody asked for, running a script fetched from the network.',
    'Changing configuration outside the working directories: the shell, the editor, git, cloud accounts, permissions, scheduled jobs, services.',
    'Touching production: its data, credentials, infrastructure.',
  ],
  hard_deny: [
    'Reading, printing, copying or sending credentials, keys, tokens, cookies or the environment, unless the person named that very secret.',
    'Sending source code or data of the person to a place they did not name.',
    'Weakening protection: turning off checks, hooks, sandboxes, logging or permission rules, opening listening services to others, granting access.',
    'Hiding what is done: obfuscated or encoded commands, erased logs or history, names that mislead.',
    'Doing in a roundabout way what was refused before.',
  ],
}

const KEPT = '$defaults'
const NAMES = ['environment', 'allow', 'soft_deny', 'hard_deny'] as const

/** The person's own lines; a list of theirs replaces the built-in one, which `$defaults` puts back in its place. */
export const reviewRules = (own: Settings['autoMode'] = {}): ReviewRules => {
  const listOf = (name: (typeof NAMES)[number]): readonly string[] =>
    own[name]?.flatMap(line => (line.trim() === KEPT ? DEFAULTS[name] : [line])) ?? DEFAULTS[name]
  return {
    environment: listOf('environment'),
    allow: listOf('allow'),
    soft_deny: listOf('soft_deny'),
    hard_deny: listOf('hard_deny'),
  }
}
