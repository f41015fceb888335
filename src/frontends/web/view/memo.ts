import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact'

interface MemoProps<P extends object> {
  readonly view: (props: P) => ComponentChildren
  readonly given: P
  isSame(before: P, after: P): boolean
}

class Memo<P extends object> extends Component<MemoProps<P>> {
  override shouldComponentUpdate({ given }: MemoProps<P>): boolean {
    return !this.props.isSame(this.props.given, given)
  }
  override render() {
    return h(this.props.view as FunctionComponent<P>, this.props.given)
  }
}

/** Drawn again only when something in its props is another. */
export const memo =
  <P extends object>(
    view: (props: P) => ComponentChildren,
    isSame: (before: P, after: P) => boolean = shallow,
  ): FunctionComponent<P> =>
  given =>
    h(Memo<P>, { view, given, isSame })

const shallow = (before: object, after: object): boolean => {
  const names = Object.keys(after)
  return (
    names.length === Object.keys(before).length &&
    names.every(name => Object.is(Reflect.get(before, name), Reflect.get(after, name)))
  )
}
