# Kobayakawa

component-number = { $number }
    .the = el { $number }
component-kamon = kamon

phase-draw = Robar o sustituir
phase-keep = Elegir una carta
phase-fight = Luchar o pasar

## Las jugadas y lo que piden

move-draw = Robar una carta
move-replace = Sustituir el Kobayakawa
move-keep = Conservar { FORM($card, form: "the") }
    .card = Carta que se conserva
move-fight = Luchar
move-pass = Pasar

## Lo que ocurre

event-dealt = La ronda { $round } empieza por { $first_seat }; el Kobayakawa es el { $kobayakawa }
    .private = La ronda { $round } empieza por { $first_seat }; el Kobayakawa es el { $kobayakawa } y la carta repartida, el { $own_card }
event-drew = { $seat } robó una carta
    .private = { $seat } robó el { $own_card }
event-kept = { $seat } conservó una carta y dejó el { $discard } boca arriba
    .private = { $seat } conservó el { $own_card } y dejó el { $discard } boca arriba
event-replaced = { $seat } sustituyó el Kobayakawa: ahora es el { $kobayakawa }, antes era el { $covered }
event-fought =
    { $stake ->
        [one] { $seat } apuesta 1 kamon y lucha
       *[other] { $seat } apuesta { $stake } kamones y lucha
    }
event-passed = { $seat } pasa
event-round_over =
    { $fighters_n ->
        [0] Nadie lucha: la parte del centro sale del juego
        [1] { $winner } lucha sin rival y gana { $won } kamones
       *[other] El Kobayakawa es el { $kobayakawa } y luchan { $fighters }: gana { $winner }, { $won } kamones
    }
item-fighters = { $seat } con { $total } (carta { $card })
event-out = { $seat } no tiene más kamones y queda fuera

## El final

result-most_kamon =
    { $winners_n ->
        [1] Gana { $winners } con el mayor número de kamones: { $score }
       *[other] Ganan { $winners } con { $score } kamones por cabeza
    }
result-last_player = Gana { $winners }: nadie más tiene kamones

option-first_seat = Puesto inicial
    .about = El puesto que empieza la primera ronda; si no se elige, se sortea
