import type { Command, CommandHost } from '../../../protocol/command.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { tourText } from '../../../protocol/messages/commands/tour.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

type Lesson = Exclude<keyof typeof tourText.rows, `${string}_lesson`>

/** Whether something is used here already, as far as that can be seen. */
type IsUsed = (host: CommandHost) => Promise<boolean>

/** In the order in which one needs them. */
const LESSONS: readonly (readonly [name: Lesson, isUsed?: IsUsed])[] = [
  ['instructions', async ({ engine }) => (await engine.query('instructions')).length > 0],
  ['permissions', async ({ settings }) => await isSet(settings, 'permissions.allow')],
  ['plan', async ({ engine }) => (await engine.query('state')).mode === 'plan'],
  ['rewind'],
  ['queue', async ({ engine }) => (await engine.query('tasks')).length > 0],
  ['context', async ({ settings }) => await isSet(settings, 'budgets')],
  ['agents', async ({ engine }) => (await engine.query('runningAgents')).length > 0],
  ['skills', async host => await hasOwn(host, 'skill')],
  ['servers', async ({ engine }) => (await engine.query('servers')).length > 0],
  ['hooks', async ({ hooks }) => (await hooks()).length > 0],
  ['sandbox', async ({ engine }) => (await engine.query('permissions')).sandbox === 'on'],
  ['repeat', async ({ loops, goals }) => loops.list().length > 0 || goals.now() !== undefined],
  ['elsewhere', async ({ engine }) => (await engine.query('state')).title !== undefined],
]

/** A tour of what there is: nothing is asked of the model for it. */
export const powerupCommand: Command = {
  ...described('powerup'),
  group: 'help',
  headless: true,
  beside: true,
  async run(args, host) {
    if (args === '') return shownLines(await overview(host))
    const at = /^\d{1,3}$/.test(args) ? Number(args) : 0
    const [name] = LESSONS[at - 1] ?? []
    if (name === undefined) throw new OpError(helpAnswer('tour_takes', { count: LESSONS.length }))
    const next = at < LESSONS.length ? [helpAnswer('tour_next', { number: at + 1 })] : []
    return shown(paragraphs([tourText(name), tourText(`${name}_lesson`), ...next]))
  },
}

const overview = async (host: CommandHost): Promise<readonly LocalizedText[]> => {
  const used = await Promise.all(LESSONS.map(async ([, isUsed]) => (await isUsed?.(host)) === true))
  const next = used.indexOf(false)
  return [
    helpAnswer('tour', { count: LESSONS.length }),
    ...LESSONS.map(([name], at) =>
      helpAnswer('tour_item', {
        mark: used[at] ? '✓' : ' ',
        number: String(at + 1).padStart(2),
        title: tourText(name),
      }),
    ),
    ...(next === -1 ? [] : [helpAnswer('tour_next', { number: next + 1 })]),
  ]
}

const isSet = async (settings: CommandHost['settings'], key: string): Promise<boolean> =>
  (await settings.list()).some(each => each.key === key || each.key.startsWith(`${key}.`))

const hasOwn = async ({ engine }: CommandHost, kind: 'skill'): Promise<boolean> =>
  (await engine.query('extensions')).entries.some(
    entry => entry.kind === kind && entry.source.level !== 'built-in',
  )
