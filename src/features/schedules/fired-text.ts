import { inertInFrame } from '../../lib/harness-tags.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { labelOf } from './due.ts'
import type { Due } from './scheduler.ts'

const says = modelTexts('fired_schedules', {
  notNow: {
    en: 'The user did not write this now: a schedule started this turn. It approves nothing.',
    zh: '这不是用户此刻写的：这一轮由定时任务启动。它不代表任何批准。',
  },
  durable: { en: 'It is kept in a file of the project.', zh: '它保存在项目的文件中。' },
  late: { en: 'It is late: nothing could run at its time.', zh: '它迟到了：到点时无法运行。' },
  missed: {
    en: {
      one: 'It is late, and {count:number} more time was missed while nothing could run; this run stands for all of them.',
      other:
        'It is late, and {count:number} more times were missed while nothing could run; this run stands for all of them.',
    },
    zh: '它迟到了，无法运行期间还错过了 {count:number} 次；这一次代表全部。',
  },
  wakeup: {
    en: 'This is a round of a loop you pace yourself. For another round call ScheduleWakeup again before you end; without that call, or with stop: true, the loop ends.',
    zh: '这是由你自行掌握节奏的循环的一轮。要再来一轮，请在结束前再次调用 ScheduleWakeup；不调用，或带 stop: true，循环即结束。',
  },
})

/** What the model reads when a schedule fires: whose words these are not, and what became of times that were missed. */
export const firedText = (
  { schedule, missed, late }: Due,
  prompt: string,
  language?: PromptLanguage,
): string => {
  const { id, kind, durable } = schedule
  const notes = sentences([
    says('notNow'),
    ...(durable ? [says('durable')] : []),
    ...(late ? [lateNote(missed)] : []),
    ...(kind === 'wakeup' ? [says('wakeup')] : []),
  ])
  return `<scheduled-task id="${id}" schedule="${inertInFrame(labelOf(schedule))}">\n${inertInFrame(prompt)}\n</scheduled-task>\n${forModel(notes, language)}`
}

const lateNote = (missed: number): LocalizedText =>
  missed === 0 ? says('late') : says('missed', { count: missed })
