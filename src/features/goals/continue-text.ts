import { inertTags } from '../../lib/harness-tags.ts'
import type { Goal } from '../../protocol/agents/goal.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { CallEffect } from '../../protocol/context.ts'
import { goalText } from '../../protocol/messages/engine/goals.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('goals', {
  unmet: {
    en: 'The goal of this session is not reached yet: {what}\nThe check ({round:number} of at most {most:number}) says:\n{why}\nGo on working toward it. If it cannot be reached without the user, say what is missing and stop.',
    zh: '本会话的目标尚未达成：{what}\n检查（第 {round:number} 次，最多 {most:number} 次）结果：\n{why}\n继续朝目标推进。如果没有用户就无法达成，说明缺什么并停止。',
  },
  command: {
    en: 'this command must end with exit code 0: {command}',
    zh: '此命令必须以退出码 0 结束：{command}',
  },
  reached: {
    en: 'The goal of this session is reached and not checked any more: {what}\nThe last check says: {why}',
    zh: '本会话的目标已达成，不再检查：{what}\n最后一次检查结果：{why}',
  },
  stopped: {
    en: 'The goal of this session was given up before it was reached, and is not checked any more: {what}\nWhy: {why}',
    zh: '本会话的目标在达成前已放弃，不再检查：{what}\n原因：{why}',
  },
  cleared: { en: 'The user cleared it.', zh: '用户取消了它。' },
  over: {
    en: 'The goal that was set earlier in this conversation is not in force any more, and is not checked.',
    zh: '此对话先前设定的目标已失效，不再检查。',
  },
})

/** For the model: what its goal is, and what the check says is missing. */
export const continueText = (
  { check, rounds, budget }: Goal,
  why: string,
  language?: PromptLanguage,
): string => {
  const about = { what: nameOf(check), round: rounds, most: budget.rounds, why: inertTags(why) }
  return forModel(says('unmet', about), language)
}

const nameOf = (check: Goal['check']): Text =>
  'command' in check ? says('command', { command: check.command }) : check.condition

const MAX_WHY = 300

/** For the model: its goal is over. In the ledger, too, with the last end of a command that was the check. */
export const endText = (
  { check, status, rounds, last, localized }: Goal,
  language?: PromptLanguage,
): Attachment => {
  // Who gives a goal up says why; a person who takes it back need not.
  const why = inertTags((last ?? forModel(says('cleared'), language)).slice(0, MAX_WHY))
  const isReached = status === 'reached'
  const effects: readonly CallEffect[] = [
    ...('command' in check && isReached
      ? [
          {
            kind: 'command',
            text: check.command,
            outcome: 'done',
            detail: 'run as the check of the goal',
          } as const,
        ]
      : []),
    {
      kind: 'goal',
      text: 'command' in check ? `$ ${check.command}` : check.condition,
      outcome: isReached ? 'done' : 'failed',
      detail: `${rounds} ${rounds === 1 ? 'check' : 'checks'}${isReached || why === '' ? '' : `; ${why.replaceAll(/\s+/g, ' ')}`}`,
    },
  ]
  return {
    kind: 'goal_ended',
    text: forModel(says(isReached ? 'reached' : 'stopped', { what: nameOf(check), why }), language),
    effects,
    ...(isReached ? { localized: reachedText(rounds, localized ?? why) } : {}),
    // What it asked for must not be followed any longer.
    endsSkill: 'goal',
  }
}

/** As the screen says it. */
const reachedText = (count: number, why: Text): LocalizedText => goalText('reached', { count, why })

/** For a model whose history ends before that: its goal is over. */
export const notInForce = (language?: PromptLanguage): Attachment => ({
  kind: 'goal_ended',
  text: forModel(says('over'), language),
  endsSkill: 'goal',
})
