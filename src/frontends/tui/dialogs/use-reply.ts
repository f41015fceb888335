import { useRef } from 'react'
import type { PermissionAnswer, PermissionRequest } from '../../../protocol/permission.ts'
import { useUi } from '../ui.ts'

/** Answers a question once, whatever is pressed until it is gone. A yes may come with words, told to the model next. */
export const useReply = ({ id }: PermissionRequest): ((answer: PermissionAnswer, words?: string) => void) => {
  const ui = useUi()
  const given = useRef(false)
  return (answer, words = '') => {
    if (given.current) return
    given.current = true
    void ui.send({ type: 'answer_permission', id, answer })
    if (words.trim() !== '') void ui.say(words.trim())
  }
}
