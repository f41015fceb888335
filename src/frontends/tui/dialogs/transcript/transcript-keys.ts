import type { TranscriptAction } from '../../transcript/transcript-view.ts'
import type { Press } from '../../ui/ui.ts'

/** What a key does in the whole transcript; undefined when it does nothing to the view. */
export const transcriptAction = ({ action }: Press): TranscriptAction | undefined => {
  switch (action) {
    case 'scroll:lineUp':
      return { type: 'scroll', by: -1 }
    case 'scroll:lineDown':
      return { type: 'scroll', by: 1 }
    case 'scroll:halfPageUp':
      return { type: 'page', by: -0.5 }
    case 'scroll:halfPageDown':
      return { type: 'page', by: 0.5 }
    case 'scroll:pageUp':
      return { type: 'page', by: -1 }
    case 'scroll:pageDown':
      return { type: 'page', by: 1 }
    case 'scroll:top':
      return { type: 'top' }
    case 'scroll:bottom':
      return { type: 'bottom' }
    case 'transcript:toggleShowAll':
      return { type: 'toggleAll' }
    case 'transcript:nextMatch':
      return { type: 'next' }
    case 'transcript:previousMatch':
      return { type: 'previous' }
    default:
      return undefined
  }
}
