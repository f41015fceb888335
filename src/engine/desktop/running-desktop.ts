import { setTimeout as sleep } from 'node:timers/promises'
import type { DesktopWindow, Point } from '../../features/desktop/desktop.ts'
import { shrink, toPng } from '../../features/desktop/pixels.ts'
import { chordOf } from '../../features/desktop/x11/keysyms.ts'
import { openDisplay, type X11Desktop } from '../../features/desktop/x11/open-display.ts'
import { isTerminal } from '../../features/permissions/applications.ts'
import { COMPUTER_TOOL, computerRows } from '../../features/tools/computer/tool-rows.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import {
  type ComputerAnswer,
  type ComputerCall,
  type ComputerPort,
  type ComputerWish,
  LOOKING_AT_SCREEN,
} from '../../protocol/tools/computer.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { DesktopChoice, DesktopOptions } from './options.ts'

export interface RunningDesktop extends ComputerPort, AsyncDisposable {
  offer(): Promise<void>
  /** That there is such a tool: the list of those that can be looked up was made before. */
  news(): readonly Attachment[]
}

const says = modelTexts('desktop', {
  on: {
    en: 'The user lets you use their desktop: the tool {tool}, to load with ToolSearch (select:{tool}).',
    zh: '用户允许你使用其桌面：工具 {tool}（用 ToolSearch 加载，select:{tool}）。',
  },
  none: {
    en: 'There is no X11 display here: DISPLAY is not set.',
    zh: '这里没有 X11 显示：未设置 DISPLAY。',
  },
  wayland: {
    en: 'This is a Wayland session, and only X11 desktops can be used so far. The person can log in to an X11 session.',
    zh: '这是 Wayland 会话，目前只支持 X11 桌面。用户可以登录 X11 会话。',
  },
  macos: {
    en: 'Only X11 desktops can be used so far, not that of macOS.',
    zh: '目前只支持 X11 桌面，不支持 macOS。',
  },
  windows: {
    en: 'Only X11 desktops can be used so far, not that of Windows.',
    zh: '目前只支持 X11 桌面，不支持 Windows。',
  },
  notOpened: {
    en: 'The display {display} could not be opened: {why}.',
    zh: '无法打开显示 {display}：{why}。',
  },
  lookFirst: {
    en: 'Take a screenshot first: coordinates are those of the last picture.',
    zh: '请先 screenshot：坐标以最近一张图片为准。',
  },
  outside: {
    en: '{x},{y} is outside the last picture ({width} × {height}).',
    zh: '{x},{y} 超出最近一张图片（{width} × {height}）。',
  },
  nobody: {
    en: 'There is no window of an application at that place, or none has the focus.',
    zh: '该处没有应用窗口，或没有窗口拥有焦点。',
  },
  own: {
    en: 'That is the terminal that Capstan runs in: nothing is clicked or typed there.',
    zh: '那是 Capstan 所在的终端：不能在那里点击或输入。',
  },
  changed: {
    en: 'Nothing was done: {now} is there now, and {before} was decided about. Take a screenshot.',
    zh: '没有执行：现在那里是 {now}，而批准的是 {before}。请重新截图。',
  },
  stopped: {
    en: 'The person has stopped you: the pointer is in the upper left corner. Do nothing more on the desktop until they say so.',
    zh: '用户已叫停：指针在屏幕左上角。在用户同意之前不要再操作桌面。',
  },
  noKey: {
    en: '"{key}" is no key. Examples: Enter, ctrl+s, alt+F4, PageDown.',
    zh: '“{key}”不是按键。例如：Enter、ctrl+s、alt+F4、PageDown。',
  },
  noWindow: {
    en: 'No window has "{text}" in its title or application.',
    zh: '没有标题或应用名包含“{text}”的窗口。',
  },
  waited: { en: 'Waited.', zh: '已等待。' },
  picture: { en: 'Picture of {width} × {height}.', zh: '图片 {width} × {height}。' },
  noWindows: { en: 'No windows are open.', zh: '没有打开的窗口。' },
  empty: { en: 'Nothing', zh: '无' },
})

const KIND = 'desktop'
const PICTURE_SIZE = 1_280
/** What an application needs to draw what a click began. */
const DRAWN_MS = 120
const SCROLL_STEPS = 5

export const createRunningDesktop = (at: DesktopOptions, choice: DesktopChoice): RunningDesktop =>
  new DesktopSession(at, choice)

class DesktopSession implements RunningDesktop {
  readonly #at: DesktopOptions
  readonly #choice: DesktopChoice
  #opening: Promise<X11Desktop> | undefined
  #offered: Promise<void> | undefined
  /** Of the last picture: what one of its pixels is on the screen. */
  #seen: { readonly width: number; readonly height: number; readonly scale: number } | undefined

  constructor(at: DesktopOptions, choice: DesktopChoice) {
    this.#at = at
    this.#choice = choice
  }

  async target(wish: ComputerWish, signal: AbortSignal): Promise<string> {
    return (await this.#reached(await this.#open(), wish, signal)).application
  }

  async act(wish: ComputerWish, { application, approved, signal }: ComputerCall): Promise<ComputerAnswer> {
    const desktop = await this.#open()
    if (wish.action === 'wait') {
      await sleep((wish.seconds ?? 1) * 1_000, undefined, { signal })
      return { said: says('waited') }
    }
    if (approved) this.#remember(application)
    if (wish.action === 'windows') return await listed(desktop, signal)
    if (LOOKING_AT_SCREEN.has(wish.action)) return await this.#picture(desktop, signal)
    await heedPerson(desktop, signal)
    const window = await this.#reached(desktop, wish, signal)
    if (window.application !== application)
      throw new ToolError(says('changed', { now: window.application, before: application || says('empty') }))
    signal.throwIfAborted()
    await perform(desktop, { wish, window, onScreen: this.#onScreen }, signal)
    await sleep(DRAWN_MS, undefined, { signal })
    return await this.#picture(desktop, signal)
  }

  async offer(): Promise<void> {
    this.#offered ??= offerTool(this.#at)
    await this.#offered
  }

  news(): readonly Attachment[] {
    const { session, tools, prompt } = this.#at.config
    const isTold = session.view().some(each => each.type === 'attachment' && each.attachment.kind === KIND)
    if (isTold || session.loadedTools.includes(COMPUTER_TOOL) || tools.refuses?.(COMPUTER_TOOL)) return []
    return [{ kind: KIND, text: forModel(says('on', { tool: COMPUTER_TOOL }), prompt.promptLanguage) }]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opening?.catch(() => undefined))?.[Symbol.asyncDispose]()
  }

  async #open(): Promise<X11Desktop> {
    const { display, other } = this.#choice
    if (display === undefined) throw new ToolError(says(other ?? 'none'))
    this.#opening ??= openDisplay(display)
    try {
      return await this.#opening
    } catch (error) {
      this.#opening = undefined
      throw new ToolError(says('notOpened', { display, why: errorText(error) }))
    }
  }

  readonly #onScreen = (x: number, y: number): Point => {
    if (!this.#seen) throw new ToolError(says('lookFirst'))
    const { width, height, scale } = this.#seen
    if (x >= width || y >= height)
      throw new ToolError(
        says('outside', { x: String(x), y: String(y), width: String(width), height: String(height) }),
      )
    return { x: Math.round((x + 0.5) * scale), y: Math.round((y + 0.5) * scale) }
  }

  async #reached(desktop: X11Desktop, wish: ComputerWish, signal: AbortSignal): Promise<DesktopWindow> {
    const window = await windowOf(desktop, { wish, onScreen: this.#onScreen }, signal)
    if (!window)
      throw new ToolError(
        wish.action === 'focus' ? says('noWindow', { text: wish.text ?? '' }) : says('nobody'),
      )
    const { ownWindow } = this.#choice
    if (ownWindow !== undefined && (await desktop.isWithin(window.id, Number(ownWindow))))
      throw new ToolError(says('own'))
    return window
  }

  async #picture(desktop: X11Desktop, signal: AbortSignal): Promise<ComputerAnswer> {
    const whole = await desktop.picture(signal)
    const small = shrink(whole, this.#choice.settings.pictureSize ?? PICTURE_SIZE)
    const { width, height } = small
    this.#seen = { width, height, scale: whole.width / width }
    const data = (await toPng(small)).toString('base64')
    return {
      said: says('picture', { width: String(width), height: String(height) }),
      picture: { data, width, height },
    }
  }

  /** A yes to a call is a yes to its application for this session; of a terminal each call is asked about. */
  #remember(application: string): void {
    if (isTerminal(application)) return
    this.#at.settings.grant([
      {
        type: 'addRules',
        rules: [{ toolName: RULE_NAMES.application, ruleContent: `app:${application}` }],
        behavior: 'allow',
        destination: 'session',
      },
    ])
  }
}

/** The pointer in the upper left corner is the person's word to stop. */
const heedPerson = async (desktop: X11Desktop, signal: AbortSignal): Promise<void> => {
  const { x, y } = await desktop.pointer(signal)
  if (x === 0 && y === 0) throw new ToolError(says('stopped'))
}

interface Aimed {
  readonly wish: ComputerWish
  onScreen(x: number, y: number): Point
}

const windowOf = async (
  desktop: X11Desktop,
  { wish, onScreen }: Aimed,
  signal: AbortSignal,
): Promise<DesktopWindow | undefined> => {
  const { action, x, y, text = '' } = wish
  if (action === 'focus') {
    const wanted = text.toLowerCase()
    return (await desktop.windows(signal)).find(({ application, title }) =>
      `${application} ${title}`.toLowerCase().includes(wanted),
    )
  }
  return x === undefined || y === undefined
    ? await desktop.focused(signal)
    : await desktop.windowAt(onScreen(x, y), signal)
}

const perform = async (
  desktop: X11Desktop,
  { wish, window, onScreen }: Aimed & { readonly window: DesktopWindow },
  signal: AbortSignal,
): Promise<void> => {
  const { action, x, y, toX = 0, toY = 0, text = '', direction = 'down', amount = SCROLL_STEPS } = wish
  const keys = action === 'key' ? text.split(/\s+/).filter(Boolean) : []
  const wrong = keys.find(key => !chordOf(key))
  if (wrong !== undefined) throw new ToolError(says('noKey', { key: wrong }))
  const end = action === 'drag' ? onScreen(toX, toY) : undefined
  if (x !== undefined && y !== undefined) await desktop.move(onScreen(x, y), signal)
  if (action === 'click') await desktop.click('left', 1, signal)
  else if (action === 'double_click') await desktop.click('left', 2, signal)
  else if (action === 'right_click') await desktop.click('right', 1, signal)
  else if (end) await desktop.drag(end, signal)
  else if (action === 'scroll') await desktop.scroll(direction, amount, signal)
  else if (action === 'type') await desktop.type(text, signal)
  else if (action === 'key') await desktop.press(keys, signal)
  else if (action === 'focus') await desktop.focus(window, signal)
}

const listed = async (desktop: X11Desktop, signal: AbortSignal): Promise<ComputerAnswer> => {
  const windows = await desktop.windows(signal)
  if (windows.length === 0) return { said: says('noWindows') }
  return { foreign: windows.map(({ application, title }) => `${application}: ${title}`).join('\n') }
}

/** Puts the tool behind the others, listed by its name. */
const offerTool = async ({ config, contributions }: DesktopOptions): Promise<void> => {
  if (config.tools.refuses?.(COMPUTER_TOOL)) return
  const [tool, { describeTool }] = await Promise.all([
    computerRows[COMPUTER_TOOL].load(),
    import('../../features/tools/describe.ts'),
  ])
  const { groups: _, ...spec } = describeTool(tool, config.prompt.promptLanguage)
  contributions.put('desktop', [
    { source: { level: 'built-in' }, tools: [{ spec, load: computerRows[COMPUTER_TOOL].load }] },
  ])
}
