import type { ScheduleInfo } from '../../../protocol/agents/schedules.ts'
import type { Command, CommandHost, CommandOutcome, SkillText } from '../../../protocol/command.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

const MINUTE_MS = 60_000
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 24 * 60 * MINUTE_MS,
}
const MOST_MS = 7 * 24 * 60 * MINUTE_MS
const SHOWN = 60

interface Wanted {
  readonly everyMs: number | undefined
  readonly what: string
}

export const loopCommand: Command = {
  ...described('loop'),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, host) {
    const words = args.trim()
    const [verb = '', id] = words.split(/\s+/)
    if (verb === 'list' && id === undefined) return list(host)
    if (verb === 'stop' && words.split(/\s+/).length <= 2) return await stop(host, id)
    return await begin(read(words), host)
  },
}

/** The interval stands first (`5m …`) or last (`… every 5 minutes`); seconds count as whole minutes. */
const read = (words: string): Wanted => {
  const [, first, unit, rest = ''] = /^(\d+)\s*([smhd])(?:\s+([\s\S]*))?$/.exec(words) ?? []
  if (first !== undefined && unit !== undefined) return { everyMs: interval(first, unit), what: rest.trim() }
  const [, what, last, word] =
    /^([\s\S]*?)\s+every\s+(\d+)\s*(s|m|h|d|seconds?|minutes?|hours?|days?)$/i.exec(words) ?? []
  if (what === undefined || last === undefined || word === undefined)
    return { everyMs: undefined, what: words }
  return { everyMs: interval(last, word[0]?.toLowerCase() ?? 'm'), what: what.trim() }
}

const interval = (count: string, unit: string): number => {
  const ms = Math.ceil((Number(count) * (UNIT_MS[unit] ?? MINUTE_MS)) / MINUTE_MS) * MINUTE_MS
  if (ms < MINUTE_MS || ms > MOST_MS) throw new OpError(workflowAnswer('loop_interval'))
  return ms
}

const begin = async ({ everyMs, what }: Wanted, host: CommandHost): Promise<CommandOutcome> => {
  const { prompt, said, more } = promptOf(what, host)
  if (everyMs === undefined) {
    await host.loops.paced(said)
    return { kind: 'submit', text: said, skills: [promptForPace(more)] }
  }
  const every = spelled(everyMs)
  if (isSlashed(prompt)) {
    await mustBePrompt(prompt, host)
    const { id } = await host.loops.every({ everyMs, prompt })
    return shown(workflowAnswer('loop_started', { id, prompt, interval: every }))
  }
  await host.loops.every({ everyMs, prompt, opening: said })
  return { kind: 'submit', text: said, skills: [promptForInterval(every.text, more)] }
}

interface Prompt {
  readonly prompt: string
  /** The first round, in the person's name: words, never a command. */
  readonly said: string
  /** What only the model reads. */
  readonly more: string
}

const promptOf = (what: string, { loops }: CommandHost): Prompt => {
  if (what !== '') return { prompt: what, said: isSlashed(what) ? `Repeat: ${what}` : what, more: '' }
  const standing = loops.standing()
  if (standing) return { prompt: standing.text, said: standing.text, more: '' }
  const prompt = MAINTENANCE_PROMPT
  return { prompt, said: LOOK_AFTER_PROMPT, more: `${prompt}\n\n` }
}

const LOOK_AFTER_PROMPT = 'Look after this project.'

const isSlashed = (text: string): boolean => /^\/[\w:-]+(?:\s|$)/.test(text)

/** What would change the session is the person's to type. */
const mustBePrompt = async (prompt: string, { engine }: CommandHost): Promise<void> => {
  const name = prompt.slice(1).split(/\s/)[0]?.toLowerCase() ?? ''
  const info = (await engine.query('commands')).find(
    each => each.name === name || each.aliases?.includes(name),
  )
  if (!info) throw new OpError(workflowAnswer('no_such_command', { name }))
  if (!info.skill && !info.bundled) throw new OpError(workflowAnswer('not_repeatable', { name }))
}

const spelled = (ms: number): LocalizedText => {
  const minutes = ms / MINUTE_MS
  if (minutes % 1440 === 0) return workflowAnswer('days', { count: minutes / 1440 })
  return minutes % 60 === 0
    ? workflowAnswer('hours', { count: minutes / 60 })
    : workflowAnswer('minutes', { count: minutes })
}

const list = ({ loops }: CommandHost): CommandOutcome => {
  const all = loops.list()
  if (all.length === 0) return shown(workflowAnswer('nothing_scheduled'))
  const loopTable = table(headerOf('id', 'when', 'next', 'prompt'), all.map(row))
  return shown(paragraphs([loopTable, workflowAnswer('loop_stop_hint')]))
}

const row = ({ id, kind, label, nextAt, unapproved, prompt }: ScheduleInfo): readonly Text[] => [
  id,
  kind === 'wakeup' ? cellText('self_paced') : label,
  unapproved ? cellText('not_approved') : nextAt === undefined ? '' : clock(nextAt),
  prompt.replace(/\s+/g, ' ').slice(0, SHOWN),
]

const clock = (ms: number): string => {
  const at = new Date(ms)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

const stop = async ({ loops }: CommandHost, id: string | undefined): Promise<CommandOutcome> => {
  const stopped = await loops.stop(id)
  if (stopped.length === 0) return shown(workflowAnswer('no_loop'))
  const names = stopped.map(({ id: each, label }) => workflowAnswer('loop_named', { id: each, label }))
  return shown(workflowAnswer('loops_stopped', { loops: names }))
}

/** For the model, behind the person's words. */
const skill = (text: string): SkillText => ({ name: 'loop', text })

const promptForInterval = (every: string, more: string): SkillText =>
  skill(
    `${more}This is the first round of a loop: the same is said to you again every ${every}. Do one round now, say in a line or two what you found, and end your turn.`,
  )

const promptForPace = (more: string): SkillText =>
  skill(
    `${more}This is the first round of a loop that you pace yourself. Do one round now and say in a line or two what you found. If it is done, or another round cannot help, say so and end your turn without ScheduleWakeup. Otherwise call ScheduleWakeup at the end of the round, with the same prompt and a delay from 60 to 3600 seconds that fits what you are waiting for, then end your turn.`,
  )

/** What a bare `/loop` does where nobody said anything else. */
const MAINTENANCE_PROMPT = `Look after this project. In each round, do the first of these that applies, and nothing else:
1. Go on with work of this conversation that was left unfinished.
2. Look at the branch we are on: failing checks, review comments, conflicts with its base. Fix what is clearly wrong.
3. Run the tests or checks that cover recent changes. Fix what they show.
4. If all is quiet, say so in one line.
Start nothing new that was not asked for, and push, publish or delete nothing unless the user asked for it in this conversation.`
