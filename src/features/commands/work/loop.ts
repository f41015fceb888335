import type { ScheduleInfo } from '../../../protocol/agents/schedules.ts'
import type { Command, CommandHost, CommandOutcome, SkillText } from '../../../protocol/command.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
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
  const words = WORDS[host.place.promptLanguage]
  const { prompt, said, more } = promptOf(what, host)
  if (everyMs === undefined) {
    await host.loops.paced(said)
    return { kind: 'submit', text: said, skills: [skill(`${more}${words.pace}`)] }
  }
  const every = spelled(everyMs)
  if (isSlashed(prompt)) {
    await mustBePrompt(prompt, host)
    const { id } = await host.loops.every({ everyMs, prompt })
    return shown(workflowAnswer('loop_started', { id, prompt, interval: every }))
  }
  await host.loops.every({ everyMs, prompt, opening: said })
  return { kind: 'submit', text: said, skills: [skill(`${more}${words.interval(everyMs)}`)] }
}

interface Prompt {
  readonly prompt: string
  /** The first round, in the person's name: words, never a command. */
  readonly said: string
  /** What only the model reads. */
  readonly more: string
}

const promptOf = (what: string, { loops, place }: CommandHost): Prompt => {
  const { repeat, lookAfter, maintenance } = WORDS[place.promptLanguage]
  if (what !== '') return { prompt: what, said: isSlashed(what) ? `${repeat}${what}` : what, more: '' }
  const standing = loops.standing()
  if (standing) return { prompt: standing.text, said: standing.text, more: '' }
  return { prompt: maintenance, said: lookAfter, more: `${maintenance}\n\n` }
}

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

interface Words {
  readonly repeat: string
  readonly lookAfter: string
  interval(everyMs: number): string
  readonly pace: string
  /** What a bare `/loop` does where nobody said anything else. */
  readonly maintenance: string
}

const WORDS: Readonly<Record<PromptLanguage, Words>> = {
  en: {
    repeat: 'Repeat: ',
    lookAfter: 'Look after this project.',
    interval: everyMs =>
      `This is the first round of a loop: the same is said to you again every ${spelled(everyMs).text}. Do one round now, say in a line or two what you found, and end your turn.`,
    pace: 'This is the first round of a loop that you pace yourself. Do one round now and say in a line or two what you found. If it is done, or another round cannot help, say so and end your turn without ScheduleWakeup. Otherwise call ScheduleWakeup at the end of the round, with the same prompt and a delay from 60 to 3600 seconds that fits what you are waiting for, then end your turn.',
    maintenance: `Look after this project. In each round, do the first of these that applies, and nothing else:
1. Go on with work of this conversation that was left unfinished.
2. Look at the branch we are on: failing checks, review comments, conflicts with its base. Fix what is clearly wrong.
3. Run the tests or checks that cover recent changes. Fix what they show.
4. If all is quiet, say so in one line.
Start nothing new that was not asked for, and push, publish or delete nothing unless the user asked for it in this conversation.`,
  },
  zh: {
    repeat: '重复：',
    lookAfter: '照看这个项目。',
    interval: everyMs =>
      `这是循环的第一轮：同样的话每 ${everyMs / MINUTE_MS} 分钟会再对你说一次。现在做一轮，用一两行说明发现了什么，然后结束本轮。`,
    pace: '这是由你自己掌握节奏的循环的第一轮。现在做一轮，用一两行说明发现了什么。如果已经完成，或者再做一轮也没有帮助，就说明这一点并结束本轮，不要调用 ScheduleWakeup。否则在这一轮的最后调用 ScheduleWakeup，提示词不变，延迟在 60 到 3600 秒之间，与你所等待的事情相称，然后结束本轮。',
    maintenance: `照看这个项目。每一轮只做以下各项中第一个适用的，不做别的：
1. 继续本次对话中尚未完成的工作。
2. 查看当前分支：失败的检查、评审意见、与基准分支的冲突。修复明显有误的地方。
3. 运行覆盖最近改动的测试或检查，修复它们暴露的问题。
4. 如果一切正常，用一行说明。
不要开始没有要求过的新工作；除非用户在本次对话中要求过，不要推送、发布或删除任何东西。`,
  },
}
