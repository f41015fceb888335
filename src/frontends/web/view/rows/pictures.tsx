import type { VNode } from 'preact'
import type { Picture } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'

export const Pictures = ({ pictures }: { readonly pictures: readonly Picture[] }) => {
  const words = useWords()
  if (pictures.length === 0) return null
  return <div class="pictures">{pictures.map(drawWith(words.picture))}</div>
}

const drawWith =
  (name: string) =>
  ({ type, data }: Picture, at: number): VNode => (
    <img src={`data:${type};base64,${data}`} alt={`${name} ${at + 1}`} />
  )
