import type { Picture } from '../../state/row.ts'
import type { Words } from '../../text/en.ts'

const KINDS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MOST_BYTES = 5_000_000

/** Pictures out of files that were pasted, dropped or chosen; `tell` hears of those that cannot be sent. */
export const readImages = async (
  files: Iterable<File>,
  words: Words,
  tell: (text: string) => void,
): Promise<readonly Picture[]> => {
  const pictures: Picture[] = []
  for (const file of files) {
    if (!KINDS.includes(file.type)) tell(words.notImage(file.name))
    else if (file.size > MOST_BYTES) tell(words.tooLarge(file.name))
    else pictures.push({ type: file.type, data: await toBase64(file) })
  }
  return pictures
}

const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error(`${file.name} could not be read`))
    reader.readAsDataURL(file)
  })
