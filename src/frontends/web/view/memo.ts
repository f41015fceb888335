import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact'

/** Drawn again only when something in its props is another. */
export const memo = <P extends object>(
  view: (props: P) => ComponentChildren,
  isSame: (before: P, after: P) => boolean = shallow,
): FunctionComponent<P> => {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !isSame(this.props, next)
    }
    override render() {
      return h(view as FunctionComponent<P>, this.props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}

const shallow = (before: object, after: object): boolean => {
  const names = Object.keys(after)
  return (
    names.length === Object.keys(before).length &&
    names.every(name => Object.is(Reflect.get(before, name), Reflect.get(after, name)))
  )
}
