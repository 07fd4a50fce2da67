# Känipeli

## Bebidas, con los nombres que llevan en finés

component-hwf = HWF
    .many = { $count } HWF
component-lappari = lappari
    .many = { $count } lappari
component-tuoppi = tuoppi
    .many = { $count } tuoppi
component-stoutti = stoutti
    .many = { $count } stoutti
component-punkku = punkku
    .many = { $count } punkku
component-taskulammin = taskulämmin
    .many = { $count } taskulämmin
component-kossu = kossu
    .many = { $count } kossu
component-minttukaakao = minttukaakao
    .many = { $count } minttukaakao
component-gt = GT
    .many = { $count } GT
component-jallu = jallu
    .many = { $count } jallu
component-hauki = hauki
    .many = { $count } hauki

phase-play = Poner en la mesa la primera carta
phase-draw = Robar boca arriba
phase-trade = Comerciar
phase-place = Colocar las cartas
phase-refill = Reponer la mano

## Las jugadas y lo que piden

move-play = Poner en la mesa la primera carta de la mano
move-draw = Robar una carta
    .pile = Mazo del que se roba
move-offer =
    { $hand_n ->
        [0] { $drawn_n ->
            [0] Pedir cartas a { $to }
           *[other] Ofrecer a { $to } cartas recién robadas
        }
       *[other] Ofrecer a { $to } cartas de la mano
    }
    .to = A quién se hace la oferta
    .hand = Cartas de la mano que se dan, 0 es la primera
    .drawn = Cartas recién robadas que se dan, la primera es la 0
    .kani = Känit que se dan
    .want = Bebidas que se piden
    .want_kani = Känit que se piden
move-accept =
    { $drawn_n ->
        [0] Aceptar la oferta { $offer }
       *[other] Aceptar la oferta { $offer } con cartas recién robadas
    }
    .offer = Oferta que se acepta
    .hand = Cartas de la mano que se dan, 0 es la primera
    .drawn = Cartas recién robadas que se dan, la primera es la 0
move-decline = Rechazar una oferta
    .offer = Oferta que se rechaza
move-withdraw = Retirar una oferta
    .offer = Oferta que se retira
move-end_trading = Cerrar el comercio
move-place = Poner en la mesa { $card }
    .card = Bebida que se pone
move-drink = Beber { $drink }
    .drink = Bebida que se bebe
move-buy_third_hand = Pagar tres känit por la tercera mano

## Lo que ocurre

event-played = { $seat } pone en la mesa { $card }
event-drew = { $seat } roba { $card } del mazo { $pile }
offer-gives =
    { $give_n ->
        [0] { $kani ->
            [0] nada
            [one] 1 käni
           *[other] { $kani } känit
        }
       *[other] { $give }{ $kani ->
            [0] { "" }
            [one] {" "}más 1 käni
           *[other] {" "}más { $kani } känit
        }
    }
offer-wants =
    { $want_n ->
        [0] { $want_kani ->
            [0] nada
            [one] 1 käni
           *[other] { $want_kani } känit
        }
       *[other] { $want }{ $want_kani ->
            [0] { "" }
            [one] {" "}más 1 käni
           *[other] {" "}más { $want_kani } känit
        }
    }
event-offered =
    { $replaces ->
        [none] { $seat } hace a { $to } la oferta { $offer }: { offer-gives } por { offer-wants }
       *[other] { $seat } hace a { $to } la oferta { $offer } en lugar de la { $replaces }: { offer-gives } por { offer-wants }
    }
trade-got =
    { $got_n ->
        [0] { $got_kani ->
            [0] nada
            [one] 1 käni
           *[other] { $got_kani } känit
        }
       *[other] { $got }{ $got_kani ->
            [0] { "" }
            [one] {" "}más 1 käni
           *[other] {" "}más { $got_kani } känit
        }
    }
trade-gave =
    { $gave_n ->
        [0] { $gave_kani ->
            [0] nada
            [one] 1 käni
           *[other] { $gave_kani } känit
        }
       *[other] { $gave }{ $gave_kani ->
            [0] { "" }
            [one] {" "}más 1 käni
           *[other] {" "}más { $gave_kani } känit
        }
    }
event-traded = { $seat } acepta la oferta { $offer } de { $maker } (recibe: { trade-got }; da: { trade-gave })
event-declined = { $seat } rechaza la oferta { $offer }
event-withdrew = { $seat } retira la oferta { $offer }
event-lapsed =
    { $offers_n ->
        [1] La oferta { $offers } ya no vale
       *[other] Las ofertas { $offers } ya no valen
    }
event-trading_ended = { $seat } cierra el comercio
event-placed = { $seat } pone en la mesa { $card }
event-refilled = { $seat } roba para la mano una carta del mazo { $pile }
    .private = { $seat } roba para la mano { $own_card } del mazo { $pile }
event-turn = Es el turno de { $seat }
event-drank =
    { $kani ->
        [0] { $seat } bebe { FORM($drink, $cards, form: "many") } y no gana ningún käni
        [one] { $seat } bebe { FORM($drink, $cards, form: "many") } y gana 1 käni
       *[other] { $seat } bebe { FORM($drink, $cards, form: "many") } y gana { $kani } känit
    }
event-third_hand = { $seat } paga tres känit por la tercera mano
event-reshuffled = El descarte forma mazos nuevos de { $piles } cartas (mezcla número { $reshuffles })

## El final

result-most_kani =
    { $winners_n ->
        [1] Gana { $winners } con más känit que nadie: { $score }
       *[other] Ganan { $winners }, känit: { $score }
    }

option-first_seat = Primer turno
    .about = El puesto que tiene el primer turno; si no se elige, se sortea
option-reshuffles = Mezclas
    .about = Cuántas veces el descarte forma mazos nuevos antes del final
