import { type GitSetting, isOfRepository } from './read-git-view.ts'
import type { GitSettingPair } from './start-git.ts'

/** Fails where a program would have decided: a merge then ends in a conflict, which changes nothing. */
const FAILS = 'exit 1'

/** Settings with a name of somebody's choice in the middle, and what switches them off. */
const NAMED: readonly (readonly [form: RegExp, value: string])[] = [
  [/^filter\..+\.(?:clean|smudge|process)$/s, ''],
  [/^filter\..+\.required$/s, 'false'],
  [/^merge\..+\.driver$/s, FAILS],
  [/^hook\..+\.command$/s, ''],
  [/^submodule\..+\.update$/s, 'none'],
]

/** Programs that only a connection needs. Those in the person's own settings go on working. */
const CONNECTING = /^(?:core\.(?:sshcommand|askpass|gitproxy)|credential\.(?:.+\.)?helper)$/s
const REMOTE: readonly (readonly [form: RegExp, value: string])[] = [
  [/^remote\..+\.uploadpack$/s, 'git-upload-pack'],
  [/^remote\..+\.receivepack$/s, 'git-receive-pack'],
  [/^remote\..+\.vcs$/s, ''],
]

/** What keeps git from starting the programs that these settings name, for anything but a connection. */
export const switchedOff = (settings: readonly GitSetting[]): readonly GitSettingPair[] =>
  settings.flatMap(({ name }) =>
    NAMED.flatMap(([form, value]) => (form.test(name) ? [[name, value] as const] : [])),
  )

/** For a connection: nothing that the repository names, all that the person's own settings name. */
export const connectingAs = (settings: readonly GitSetting[]): readonly GitSettingPair[] => {
  const theirs = settings.filter(isOfRepository)
  const replaced = theirs.filter(({ name }) => CONNECTING.test(name)).map(({ name }) => name)
  return [
    ...theirs.flatMap(({ name }) =>
      REMOTE.flatMap(([form, value]) => (form.test(name) ? [[name, value] as const] : [])),
    ),
    ...[...new Set(replaced)].flatMap((name): readonly GitSettingPair[] => [
      // An empty helper forgets those before it.
      [name, name === 'core.sshcommand' ? 'ssh' : ''],
      ...settings
        .filter(one => one.name === name && !isOfRepository(one))
        .map(one => [name, one.value] as const),
    ]),
  ]
}

/** Programs that a checkout of these files would start. */
export const filterDrivers = (settings: readonly GitSetting[]): ReadonlyMap<string, string> => {
  const drivers = new Map<string, string>()
  for (const { name, value } of settings) {
    const driver = /^filter\.(.+)\.(?:smudge|process)$/s.exec(name)?.[1]
    if (driver !== undefined && value.trim() !== '') drivers.set(driver, value)
  }
  return drivers
}

/** Filters and merge drivers by the name that an attribute has for them, as part of a sentence. */
export const driversOf = (settings: readonly GitSetting[]): ReadonlyMap<string, string> => {
  const drivers = new Map<string, string>()
  for (const { name, value } of settings) {
    const filter = /^filter\.(.+)\.(?:clean|smudge|process)$/s.exec(name)?.[1]
    const driver = /^merge\.(.+)\.driver$/s.exec(name)?.[1]
    if (value.trim() === '') continue
    if (filter !== undefined) drivers.set(filter, `the filter ${filter}`)
    if (driver !== undefined) drivers.set(driver, `the merge driver ${driver}`)
  }
  return drivers
}
