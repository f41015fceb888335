import type { LoadedExtension } from '../../features/trust/survey/survey.ts'
import type { Power, PowerKind } from '../../protocol/extensions/power.ts'
import { extensionPowers } from './extension-powers.ts'

const VERBS: Partial<Readonly<Record<PowerKind, string>>> = {
  permission: 'allows ',
  command: 'runs ',
  workflow: 'runs ',
  hook: 'hook ',
}

/** What skills, commands, agents and workflows of a folder would do, as a session in it would load them. */
export const surveyExtensions = async (root: string): Promise<readonly LoadedExtension[]> =>
  (await extensionPowers({ source: { level: 'project' }, root })).map(({ kind, name, file, powers }) => ({
    kind,
    name,
    file,
    does: powers.map(power => inWords(power, `${kind} ${name}: `)),
  }))

const inWords = ({ kind, what }: Power, owner: string): string =>
  `${VERBS[kind] ?? ''}${what.startsWith(owner) ? what.slice(owner.length) : what}`
