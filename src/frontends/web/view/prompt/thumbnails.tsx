import type { Picture } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'

/** Pictures that go with what is being written. */
export const Thumbnails = ({
  pictures,
  remove,
}: {
  readonly pictures: readonly Picture[]
  remove(at: number): void
}) => {
  if (pictures.length === 0) return null
  return (
    <ul class="thumbnails">
      {pictures.map((picture, at) => (
        <Thumbnail
          key={picture.data.slice(0, 400)}
          picture={picture}
          number={at + 1}
          remove={() => remove(at)}
        />
      ))}
    </ul>
  )
}

const Thumbnail = ({
  picture: { type, data },
  number,
  remove,
}: {
  readonly picture: Picture
  readonly number: number
  remove(): void
}) => {
  const words = useWords()
  return (
    <li>
      <img src={`data:${type};base64,${data}`} alt={`${words.picture} ${number}`} />
      <button type="button" class="icon" aria-label={words.removeImage(number)} onClick={remove}>
        ✕
      </button>
    </li>
  )
}
