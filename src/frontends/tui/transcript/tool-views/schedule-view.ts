import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { field, listField, numberField, textField } from '../../../../lib/values/read-field.ts'
import { safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

export const cronCreateView: ToolView = {
  subject: input =>
    [textField(input, 'cron'), textField(input, 'prompt')]
      .flatMap(text => (text === undefined ? [] : [safeLine(text)]))
      .join(', '),
  result: (item, view) => {
    const id = textField(item.output, 'id')
    if (id === undefined) return undefined
    const next = textField(item.output, 'nextAt')
    const words = view.words.transcript.scheduled(safeLine(id), next === undefined ? '' : safeLine(next))
    return wrapAnsi(words, view.width)
  },
}

export const cronDeleteView: ToolView = {
  subject: input => safeLine(textField(input, 'id') ?? ''),
  result: (item, view) =>
    textField(item.output, 'id') === undefined ? undefined : [view.words.transcript.unscheduled],
}

export const cronListView: ToolView = {
  subject: () => '',
  result: (item, view) => {
    if (!Array.isArray(field(item.output, 'jobs'))) return undefined
    const jobs = listField(item.output, 'jobs')
    if (jobs.length === 0) return [view.words.transcript.nothingScheduled]
    return jobs.flatMap(job =>
      wrapAnsi(
        safeLine([textField(job, 'id'), textField(job, 'cron'), textField(job, 'prompt')].join('  ')),
        view.width,
      ),
    )
  },
}

export const wakeupView: ToolView = {
  subject: input => safeLine(textField(input, 'reason') ?? ''),
  result: (item, view) => {
    const seconds = numberField(item.output, 'delaySeconds')
    const { transcript } = view.words
    if (seconds !== undefined) return [transcript.nextRound(transcript.duration(seconds * 1_000))]
    return field(item.output, 'stopped') === true ? [transcript.loopEnded] : undefined
  },
}
