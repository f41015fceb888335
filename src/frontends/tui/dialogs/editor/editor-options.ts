import { escapeLine } from '../../../../lib/escape-text.ts'
import { fromHome } from '../../../../lib/short-path.ts'
import type { EditorAction, EditorReport } from '../../../../protocol/editor/linked-editor.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** The editors, those that fit first; then what can be done about the one that is connected. */
export const editorOptions = (
  { state, found }: EditorReport,
  words: Words['panels']['editors'],
  home: string,
): readonly Option<EditorAction>[] => [
  ...found
    .toSorted((a, b) => Number(b.fits) - Number(a.fits))
    .map(({ id, name, folders, fits }): Option<EditorAction> => {
      const mine = id === state.id && state.status !== 'none'
      const [folder] = folders
      return {
        value: { action: 'connect', id },
        label: `${mine ? '●' : '○'} ${escapeLine(name, 40)} (${id})`,
        detail: [
          mine ? words.states[state.status] : fits ? words.fits : words.elsewhere,
          ...(folder === undefined ? [] : [escapeLine(fromHome(folder, home), 80)]),
        ].join(' · '),
      }
    }),
  ...(state.status === 'none'
    ? []
    : [
        { value: { action: 'disconnect' }, label: words.disconnect } as const,
        {
          value: { action: 'share', enabled: !state.shares },
          label: state.shares ? words.keep : words.share,
        } as const,
      ]),
]
