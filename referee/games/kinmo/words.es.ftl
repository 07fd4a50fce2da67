# KINMO

## Cartas, gemas y fichas; `many` es una cantidad de ellas, `one` lleva su artículo

component-gem-green = carta de gema verde
    .many = { $count } cartas de gema verde
    .one = una carta de gema verde
component-gem-blue = carta de gema azul
    .many = { $count } cartas de gema azul
    .one = una carta de gema azul
component-gem-purple = carta de gema morada
    .many = { $count } cartas de gema morada
    .one = una carta de gema morada
component-gem-orange = carta de gema naranja
    .many = { $count } cartas de gema naranja
    .one = una carta de gema naranja
component-gem = carta de gema de cualquier color
    .one = una carta de gema de cualquier color
component-thief = ladrón
    .many = { $count } ladrones
    .one = un ladrón
component-chipote = chipote
    .many = { $count } chipotes
    .one = un chipote
component-healing = curación
    .many = { $count } curaciones
    .one = una curación
component-green = gema verde
    .many = { $count } gemas verdes
    .one = una gema verde
component-blue = gema azul
    .many = { $count } gemas azules
    .one = una gema azul
component-purple = gema morada
    .many = { $count } gemas moradas
    .one = una gema morada
component-orange = gema naranja
    .many = { $count } gemas naranjas
    .one = una gema naranja
component-bandage = venda
component-heart = corazón

phase-action = Elegir una acción
phase-answer = Responder a la oferta
phase-partner = Elegir con quién cambiar

## Las jugadas y lo que piden

move-discard = Descartar cartas y robar hasta tener cinco
    .cards = Cartas que se descartan, la última queda arriba
move-take_discard = Tomar la carta superior del descarte y descartar dos
    .cards = Dos cartas que se descartan, la última queda arriba
move-offer_exchange = Ofrecer un intercambio de cartas
    .want = Carta que se pide
    .promise = Carta que se promete a cambio
move-trade_gems = Devolver { FORM($give, 2, form: "many") } por { FORM($take, form: "one") }
    .give = Gema de la que se devuelven dos
    .take = Gema que se toma de la reserva
move-play_set =
    { $cards_n ->
        [3] Jugar un trío: { FORM($cards, form: "one") }
       *[other] Jugar un trío con tres de estas cartas: { FORM($cards, form: "one") }
    }{ $target ->
        [none] { "" }
       *[other] {" "}contra { $target }
    }
    .cards = Las tres cartas, la última queda arriba
    .target = Rival
    .gem = Gema que se toma
move-swap_team_gem = Dar a { $team_mate } { FORM($give, form: "one") } por { FORM($take, form: "one") }
    .give = Gema que se da
    .team_mate = Miembro del equipo
    .take = Gema que se recibe
move-accept_exchange = Aceptar el intercambio
    .card = Carta que se entrega
move-decline_exchange = Rechazar el intercambio
move-exchange = Cambiar una carta con { $partner }
    .partner = Con quién se cambia
    .card = Carta que se entrega
move-call_off = Renunciar al intercambio

## Lo que ocurre

event-discarded =
    { $count ->
        [one] { $seat } descartó una carta; arriba queda { FORM($top, form: "one") }
       *[other] { $seat } descartó { $count } cartas; arriba queda { FORM($top, form: "one") }
    }
    .private = { $seat } descartó { FORM($own_cards, form: "one") }; arriba queda { FORM($top, form: "one") }
event-took_discard = { $seat } tomó del descarte { FORM($card, form: "one") } y descartó dos cartas; arriba queda { FORM($top, form: "one") }
    .private = { $seat } tomó del descarte { FORM($card, form: "one") } y descartó { FORM($own_cards, form: "one") }; arriba queda { FORM($top, form: "one") }
event-offered =
    { $promise ->
        [none] { $seat } pide { FORM($want, form: "one") } y no promete nada
       *[other] { $seat } pide { FORM($want, form: "one") } y promete { FORM($promise, form: "one") }
    }
event-answered = { $seat } ya respondió
    .private =
    { $own_accepted ->
        [yes] { $seat } acepta y daría { FORM($own_card, form: "one") }
       *[no] { $seat } no acepta
    }
event-answers_opened =
    { $answers_accepted_n ->
        [0] Nadie acepta la oferta de { $seat }
       *[other] { $answers_declined_n ->
            [0] Aceptan la oferta de { $seat }: { $answers_accepted }
           *[other] Aceptan la oferta de { $seat }: { $answers_accepted }; no la aceptan: { $answers_declined }
        }
    }
event-exchanged = { $seat } cambió una carta con { $partner }
    .private = { $seat } intercambió con { $partner } estas cartas: { FORM($own_gave, form: "one") } y { FORM($own_got, form: "one") }
event-called_off = { $seat } renunció al intercambio
event-gems_traded = { $seat } devolvió { FORM($give, 2, form: "many") } y tomó { FORM($take, form: "one") }
event-team_gem_swapped = { $seat } dio a { $team_mate } { FORM($give, form: "one") } por { FORM($take, form: "one") }
event-set_played = { $seat } jugó un trío: { FORM($cards, form: "one") }
event-gem_gained = { $seat } obtiene { FORM($gem, form: "one") } de la reserva
event-gem_stolen = { $seat } le roba { FORM($gem, form: "one") } a { $target }
event-hit =
    { $bandages ->
        [0] { $seat } le da { component-chipote.one } a { $target }, que pierde su última venda
        [one] { $seat } le da { component-chipote.one } a { $target }, que conserva 1 venda
       *[other] { $seat } le da { component-chipote.one } a { $target }, que conserva { $bandages } vendas
    }
event-knocked_out =
    { $heart_lost ->
        [yes] { $target } se queda sin vendas: pierde el corazón y todas sus gemas
       *[no] { $target } se queda sin vendas: pierde todas sus gemas
    }{ $taken ->
        [none] { "" }
       *[other] ; { $seat } toma { FORM($taken, form: "one") }
    }{ $returned_n ->
        [0] { "" }
       *[other] ; vuelven a la reserva: { FORM($returned, form: "one") }
    }
event-healed =
    { $bandages ->
        [one] { $seat } recupera una venda y tiene 1
       *[other] { $seat } recupera una venda y tiene { $bandages }
    }
event-drew =
    { $count ->
        [one] { $seat } robó una carta
       *[other] { $seat } robó { $count } cartas
    }
    .private = { $seat } robó { FORM($own_cards, form: "one") }
event-reshuffled = El descarte se baraja y forma un mazo nuevo de { $deck }

## El final

result-four_colours =
    { $winners_n ->
        [1] { $winners } reúne gemas de los cuatro colores y gana
       *[other] El equipo de { $winners } reúne gemas de los cuatro colores y gana
    }
result-points =
    { $winners_n ->
        [1] Gana { $winners } por puntos: { $score }
       *[other] Ganan { $winners } por puntos: { $score }
    }

option-first_seat = Quién empieza
    .about = El puesto que juega primero; si no se elige, se sortea
