import { escapeText } from '../../lib/escape-text.ts'
import { inertInFrame } from '../../lib/harness-tags.ts'

/** Text from the web without anything a reader would not see, and without what would act on a terminal. */
export const cleanWebText = (text: string): string => escapeText(text)

/** Wraps what somebody else wrote, so that it cannot pass for a word of ours or of the person. */
export const markAsData = (origin: string, text: string): string =>
  [
    `<web-content origin="${origin.replaceAll('"', '%22')}">`,
    inertInFrame(text, 'web-content'),
    '</web-content>',
  ].join('\n')
