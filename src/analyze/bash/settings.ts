import type { State } from './state.ts'

/** Programs of the user that print settings for a shell, in the way in which their manuals say to use them. */
const PRINTS_SETTINGS =
  /^\s*"?\$\(\s*"?(?:\$HOME\/|~\/|\/)?(?:[\w.~-]+\/)*(ssh-agent|brew shellenv|direnv (?:hook|export)|pyenv (?:init|virtualenv-init)|rbenv init|nodenv init|jenv init|goenv init|fnm env|mise (?:activate|env)|asdf exec|starship init|zoxide init|opam (?:config )?env|conda shell\.\w+ hook|micromamba shell hook|dircolors|minikube (?:\w+ )?docker-env|docker-machine env|luarocks path|keychain|nvm env|volta setup|thefuck --alias|\w+ completion|perl -I\S+ -Mlocal::lib)(?:\s+[\w./=:~-]+)*\s*\)"?\s*$/

/** True for text such as `$(ssh-agent -s)`, where the line has given the program no other meaning. */
export function printsSettings(written: string, { functions, aliases }: State): boolean {
  const [name] = PRINTS_SETTINGS.exec(written)?.[1]?.split(' ') ?? []
  return name !== undefined && !functions.has(name) && !aliases.has(name)
}
