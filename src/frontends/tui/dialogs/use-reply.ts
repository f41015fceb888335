import { useRef } from 'react'
import type { PermissionAnswer, PermissionRequest } from '../../../protocol/permission.ts'
import { useUi } from '../ui/ui.ts'

/** Answers a question once, whatever is pressed until it is gone. */
export const useReply = ({ id }: PermissionRequest): ((answer: PermissionAnswer) => void) => {
  const ui = useUi()
  const given = useRef(false)
  return answer => {
    if (given.current) return
    given.current = true
    void ui.send({ type: 'answer_permission', id, answer })
  }
}
