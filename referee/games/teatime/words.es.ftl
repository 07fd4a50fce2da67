# Kmakici Family's Greatest Teatime

component-kmakici = Kmakici
component-kintaro = Kintaro
component-kapa = Ka-pa
component-sakana = Sakana
component-usagi-1 = Usagi 1
component-usagi-2 = Usagi 2
component-usagi-3 = Usagi 3
component-joined = { $first } & { $others }
component-ufo = ovni
component-sweet = dulce { $number }
component-chip =
    { $steaks ->
        [one] { $back } con 1 filete
       *[other] { $back } con { $steaks } filetes
    }

phase-play = Jugar cartas o pasar

## Las jugadas y lo que piden

move-play = Poner una carta de amigo: { $card }
    .card = Carta de amigo que se pone
move-ufo = Cubrir una carta con un { component-ufo }
    .on = Carta que se cubre
move-end_turn = Terminar el turno
move-pass = Pasar y tomar los filetes

## Lo que ocurre

event-turn_began =
    { $may_pass ->
        [yes] Es el turno de { $seat }
       *[no] Es el turno de { $seat }, con la obligación de poner una carta de amigo
    }
event-reshuffled = El descarte se baraja y forma un mazo nuevo de { $deck }
event-drew = { $seat } robó una carta
    .private = { $seat } robó esta carta: { $own_card }
event-played = { $seat } puso { $card }
event-covered = { $seat } cubrió { $card } con un { component-ufo }
event-completed =
    { $path ->
        [0] ¡Completo! { $seat } toma la última ficha del camino: { $sweet }
       *[other] ¡Completo! { $seat } toma la primera ficha del camino: { $sweet }
    }
event-passed =
    { $forced ->
        [yes] { $seat } no tiene ninguna carta de amigo que poner y toma la primera ficha: { $steaks ->
            [one] 1 filete
           *[other] { $steaks } filetes
        }
       *[no] { $seat } pasa y toma la primera ficha: { $steaks ->
            [one] 1 filete
           *[other] { $steaks } filetes
        }
    }
event-cleared = Se recoge la mesa; sigue la misma persona
event-ended_turn = { $seat } termina su turno

## El final

result-four_sweets = { $winners } tiene cuatro dulces distintos y gana: la mejor merienda de todas
result-fewest_steaks =
    { $winners_n ->
        [1] Se acabó el camino y gana { $winners }, con el menor número de filetes: { $score }
       *[other] Se acabó el camino y ganan { $winners }, con { $score ->
            [one] 1 filete
           *[other] { $score } filetes
        } por cabeza
    }

option-first_seat = Quién empieza
    .about = El puesto que empieza; si no se elige, se sortea
option-components = Hoja de componentes
    .about = Cartas y fichas con las que se juega en lugar de las habituales
