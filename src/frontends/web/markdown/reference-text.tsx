import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { fileLocations } from '../../../lib/text/file-locations.ts'
import { type Edges, NO_EDGES } from '../../../lib/text/inline-edges.ts'
import { issueAddress, issueReferences } from '../../../lib/text/issue-references.ts'
import { useWords } from '../text/words.ts'
import { SessionContext, UiContext } from '../view/session-context.ts'
import { useStore } from '../view/use-store.ts'
import { openLocation, opensLocations } from '../wire/embedded.ts'

/** Inside of a link nothing else can be clicked. */
export const InLink = createContext(false)

interface ReferenceTextProps {
  readonly text: string
  /** `places`: only places in files, as in code, where `#` means something else. */
  readonly kinds: 'all' | 'places'
  readonly edges?: Edges
}

/**
 * Text of others; places in files of the project can be clicked to copy them, issues lead to their page. Nothing is
 * opened or run unclicked.
 */
export const ReferenceText = ({ text, kinds, edges = NO_EDGES }: ReferenceTextProps) => {
  const { state } = useContext(SessionContext)
  const cwd = useStore(state, value => value.cwd)
  const isInLink = useContext(InLink)
  if (isInLink) return <>{text}</>
  const places = fileLocations(text, cwd, edges).map(({ from, to, place }) => ({
    from,
    to,
    drawn: <Place key={from} place={place} text={text.slice(from, to)} />,
  }))
  const issues = (kinds === 'all' ? issueReferences(text, edges) : []).map(reference => ({
    from: reference.from,
    to: reference.to,
    drawn: (
      <Issue
        key={reference.from}
        address={issueAddress(reference)}
        text={text.slice(reference.from, reference.to)}
      />
    ),
  }))
  const pieces: ComponentChildren[] = []
  let done = 0
  for (const { from, to, drawn } of [...places, ...issues].sort((a, b) => a.from - b.from)) {
    if (from < done) continue
    pieces.push(text.slice(done, from), drawn)
    done = to
  }
  return (
    <>
      {pieces}
      {text.slice(done)}
    </>
  )
}

const Issue = ({ address, text }: { readonly address: string; readonly text: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
    {text}
  </a>
)

const Place = ({ place, text }: { readonly place: string; readonly text: string }) => {
  const words = useWords()
  const ui = useContext(UiContext)
  const choose = (): void => {
    if (openLocation(place)) return
    void navigator.clipboard?.writeText(place).then(() => ui.tell(words.copiedPlace(place)))
  }
  const hint = opensLocations() ? words.openLocation(place) : words.copyLocation(place)
  return (
    <button type="button" class="file-place" title={hint} onClick={choose}>
      {text}
    </button>
  )
}
