/** As much of it as is used: it brings no types. */
declare module 'x11' {
  export type Answer<T> = (error: Error | null, value: T) => void

  export interface X11Screen {
    readonly root: number
    readonly pixel_width: number
    readonly pixel_height: number
    readonly root_depth: number
  }

  export interface X11Display {
    readonly client: X11Client
    readonly screen: readonly X11Screen[]
    readonly min_keycode: number
    readonly max_keycode: number
  }

  export interface TestExtension {
    readonly KeyPress: number
    readonly KeyRelease: number
    readonly ButtonPress: number
    readonly ButtonRelease: number
    readonly MotionNotify: number
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void
  }

  export interface X11Client {
    on(event: 'error' | 'end', listener: (error?: Error) => void): void
    terminate(): void
    require(extension: 'xtest', answer: Answer<TestExtension>): void
    InternAtom(onlyIfExists: boolean, name: string, answer: Answer<number>): void
    GetProperty(
      remove: 0 | 1,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      answer: Answer<{ readonly data: Buffer }>,
    ): void
    QueryTree(
      window: number,
      answer: Answer<{ readonly parent: number; readonly children: readonly number[] }>,
    ): void
    QueryPointer(window: number, answer: Answer<{ readonly rootX: number; readonly rootY: number }>): void
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      answer: Answer<{ readonly child: number; readonly destX: number; readonly destY: number }>,
    ): void
    GetWindowAttributes(window: number, answer: Answer<{ readonly mapState: number }>): void
    GetGeometry(drawable: number, answer: Answer<{ readonly width: number; readonly height: number }>): void
    GetInputFocus(answer: Answer<{ readonly focus: number }>): void
    SetInputFocus(window: number, revertTo: number): void
    RaiseWindow(window: number): void
    SendClientMessage(
      destination: number,
      about: number,
      type: number,
      format: number,
      data: readonly number[],
    ): void
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      answer: Answer<{ readonly data: Buffer }>,
    ): void
    GetKeyboardMapping(first: number, count: number, answer: Answer<readonly (readonly number[])[]>): void
    ChangeKeyboardMapping(first: number, perKeycode: number, keysyms: readonly number[]): void
  }

  export function createClient(
    options: { readonly display: string },
    opened: (error: Error | null, display: X11Display) => void,
  ): X11Client
}
