import { useWords } from '../text/words.ts'

/** For a browser that has no key, or one that no longer opens anything. */
export const SignIn = () => {
  const words = useWords()
  return (
    <main class="middle">
      <div class="card">
        <h1>{words.signInTitle}</h1>
        <p>{words.signInText}</p>
        <p>
          <code>capstan serve link</code>
        </p>
        <p>{words.signInThen}</p>
      </div>
    </main>
  )
}
