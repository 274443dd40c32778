import { knownWord } from '../words.ts'
import { unknownFlow } from './flow.ts'
import type { Writes } from './writer.ts'

/** Programs whose output is made for `eval` and `source`: it sets variables and functions of the shell. */
const ALWAYS =
  'ssh-agent dircolors lesspipe lesspipe.sh resize tset gpg-agent keychain register-python-argcomplete'

/** Programs that print such text behind one of these words. */
const TOLD =
  'direnv brew rbenv pyenv nodenv jenv goenv fnm mise rtx asdf starship zoxide fzf conda mamba micromamba docker-machine ' +
  'minikube opam kubectl helm gh glab npm pip pip3 pipx poetry pdm hatch luarocks thefuck atuin jump op rustup deno bun ' +
  'pnpm yarn ng flux argocd kind k3d k9s istioctl oc doctl flyctl fly stern just task chezmoi volta vfox sdk spack ' +
  'navi mcfly broot oh-my-posh aws aws-vault granted assume nvm n uv uvx pixi devbox nix terraform complete podman docker'

const MAKES_SETTINGS =
  /^(?:init|hook|export|activate|env|shellenv|completions?|generate-shell-completion|gen-completions|gen-completion|shell\.\w+|docker-env|podman-env|path|--bash|--zsh|--fish|--alias|export-credentials|configure|install-shell-hook|print-dev-env|generate|shell)$/

const NOTHING = { kind: 'text', text: knownWord('') } as const

/** The text is not known, but what it is for. */
export const SETTINGS_ROWS: Readonly<Record<string, Writes>> = {
  [ALWAYS]: () => NOTHING,
  [TOLD]: ({ args }) =>
    args.slice(0, 3).some(({ text }) => MAKES_SETTINGS.test(text)) ? NOTHING : unknownFlow('run-time-script'),
}
