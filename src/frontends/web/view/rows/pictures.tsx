import type { Picture } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'

export const Pictures = ({ pictures }: { readonly pictures: readonly Picture[] }) => {
  const words = useWords()
  if (pictures.length === 0) return null
  return (
    <div class="pictures">
      {pictures.map(({ type, data }, at) => (
        <img key={at} src={`data:${type};base64,${data}`} alt={`${words.picture} ${at + 1}`} />
      ))}
    </div>
  )
}
