import { ToolError } from '../../../protocol/tool.ts'
import { browserSays as says } from '../says.ts'
import type { Tab } from '../tab.ts'
import { type Acting, type Done, failed, needed, resolveRef, type Unable, whyUnable } from './acting.ts'
import { keyNamed } from './keys.ts'

interface Focused extends Unable {
  readonly typed?: boolean
  readonly set?: true
  readonly what?: string
}

export const type = async ({ tab, wish }: Acting): Promise<Done> => {
  const ref = needed(wish, 'ref')
  const text = wish.text ?? ''
  const place = resolveRef(tab, ref)
  const found = await tab.ask<Focused>(`focus(${place.number})`, place.frame)
  const why = whyUnable(ref, found)
  if (why) return why
  if (found.typed === false) return failed(says('notTyped', { ref }), found.what)
  if (found.set) await tab.ask(`set(${place.number}, ${JSON.stringify(text)})`, place.frame)
  else if (text === '') await pressKey(tab, 'Delete')
  else await tab.send('Input.insertText', { text }, { session: sessionOf(tab, place.frame) })
  if (wish.submit) await pressKey(tab, 'Enter', sessionOf(tab, place.frame))
  return { look: 'changes' }
}

export const press = async ({ tab, wish }: Acting): Promise<Done> => {
  const key = needed(wish, 'text')
  if (!keyNamed(key)) throw new ToolError(says('noKey', { key: key.slice(0, 40) }))
  if (wish.ref !== undefined) {
    const place = resolveRef(tab, wish.ref)
    const found = await tab.objectOf(place.number, place.frame)
    if (!found) return failed(says('goneRef', { ref: wish.ref }))
    await tab.send('DOM.focus', { objectId: found.objectId }, { session: found.session })
  }
  await pressKey(tab, key)
  return { look: 'changes' }
}

export const select = async ({ tab, wish }: Acting): Promise<Done> => {
  const ref = needed(wish, 'ref')
  const values = wish.values ?? (wish.text === undefined ? needed(wish, 'values') : [wish.text])
  const place = resolveRef(tab, ref)
  const call = `choose(${place.number}, ${JSON.stringify(values)})`
  const found = await tab.ask<
    Unable & {
      readonly what?: string
      readonly missing?: readonly string[]
      readonly options?: readonly string[]
    }
  >(call, place.frame)
  const why = whyUnable(ref, found)
  if (why) return why
  if (found.what !== undefined) return failed(says('notSelect', { ref }), found.what)
  if (found.missing) return failed(says('noOption'), (found.options ?? []).join('\n'))
  return { look: 'changes' }
}

export const upload = async ({ tab, wish }: Acting): Promise<Done> => {
  const ref = needed(wish, 'ref')
  const files = needed(wish, 'files')
  const place = resolveRef(tab, ref)
  if (!(await tab.ask<boolean>(`isFileField(${place.number})`, place.frame)))
    return failed(says('notFile', { ref }))
  const found = await tab.objectOf(place.number, place.frame)
  if (!found) return failed(says('goneRef', { ref }))
  await tab.send('DOM.setFileInputFiles', { files, objectId: found.objectId }, { session: found.session })
  return { look: 'changes' }
}

const sessionOf = (tab: Tab, frame: string): string => tab.frames.get(frame)?.session ?? tab.session

const pressKey = async (tab: Tab, name: string, session = tab.session): Promise<void> => {
  const key = keyNamed(name)
  if (!key) return
  const { text, keyCode, ...rest } = key
  const shared = { ...rest, windowsVirtualKeyCode: keyCode, nativeVirtualKeyCode: keyCode }
  // Letters with Control do something only where the browser is told what.
  const commands = rest.modifiers === 2 && rest.key.toLowerCase() === 'a' ? { commands: ['selectAll'] } : {}
  const down = {
    type: text === undefined ? 'rawKeyDown' : 'keyDown',
    ...shared,
    ...(text === undefined ? {} : { text }),
  }
  await Promise.all([
    tab.send('Input.dispatchKeyEvent', { ...down, ...commands }, { session }),
    tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shared }, { session }),
  ])
}
