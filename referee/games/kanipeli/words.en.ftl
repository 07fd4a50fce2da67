# Känipeli

## Drinks

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

phase-play = Lay the front card
phase-draw = Draw face up
phase-trade = Trade
phase-place = Place cards
phase-refill = Refill the hand

## Moves and what they ask for

move-play = Lay the front card on the table
move-draw = Draw a card
    .pile = Pile to draw from
move-offer =
    { $hand_n ->
        [0] { $drawn_n ->
            [0] Ask { $to } for cards
           *[other] Offer drawn cards to { $to }
        }
       *[other] Offer hand cards to { $to }
    }
    .to = Whom to offer it to
    .hand = Hand cards to give, 0 in front
    .drawn = Drawn cards to give, the first is 0
    .kani = Känit to give
    .want = Drinks asked for
    .want_kani = Känit asked for
move-accept =
    { $drawn_n ->
        [0] Accept offer { $offer }
       *[other] Accept offer { $offer } with drawn cards
    }
    .offer = Offer to accept
    .hand = Hand cards to give, 0 in front
    .drawn = Drawn cards to give, the first is 0
move-decline = Decline an offer
    .offer = Offer to decline
move-withdraw = Take an offer back
    .offer = Offer to take back
move-end_trading = End the trading
move-place = Lay { $card } on the table
    .card = Drink to lay
move-drink = Drink { $drink }
    .drink = Drink to drink
move-buy_third_hand = Pay three känit for the third hand

## What happens

event-played = { $seat } lays { $card } on the table
event-drew = { $seat } draws { $card } from pile { $pile }
offer-gives =
    { $give_n ->
        [0] { $kani ->
            [0] nothing
            [one] 1 käni
           *[other] { $kani } känit
        }
       *[other] { $give }{ $kani ->
            [0] { "" }
            [one] {" "}plus 1 käni
           *[other] {" "}plus { $kani } känit
        }
    }
offer-wants =
    { $want_n ->
        [0] { $want_kani ->
            [0] nothing
            [one] 1 käni
           *[other] { $want_kani } känit
        }
       *[other] { $want }{ $want_kani ->
            [0] { "" }
            [one] {" "}plus 1 käni
           *[other] {" "}plus { $want_kani } känit
        }
    }
event-offered =
    { $replaces ->
        [none] { $seat } makes { $to } offer { $offer }: { offer-gives } for { offer-wants }
       *[other] { $seat } makes { $to } offer { $offer } in place of { $replaces }: { offer-gives } for { offer-wants }
    }
trade-got =
    { $got_n ->
        [0] { $got_kani ->
            [0] nothing
            [one] 1 käni
           *[other] { $got_kani } känit
        }
       *[other] { $got }{ $got_kani ->
            [0] { "" }
            [one] {" "}plus 1 käni
           *[other] {" "}plus { $got_kani } känit
        }
    }
trade-gave =
    { $gave_n ->
        [0] { $gave_kani ->
            [0] nothing
            [one] 1 käni
           *[other] { $gave_kani } känit
        }
       *[other] { $gave }{ $gave_kani ->
            [0] { "" }
            [one] {" "}plus 1 käni
           *[other] {" "}plus { $gave_kani } känit
        }
    }
event-traded = { $seat } accepts offer { $offer } of { $maker }, gets { trade-got } and gives { trade-gave }
event-declined = { $seat } declines offer { $offer }
event-withdrew = { $seat } takes offer { $offer } back
event-lapsed =
    { $offers_n ->
        [1] Offer { $offers } is void
       *[other] Offers { $offers } are void
    }
event-trading_ended = { $seat } ends the trading
event-placed = { $seat } lays { $card } on the table
event-refilled = { $seat } draws a card from pile { $pile } into the hand
    .private = { $seat } draws { $own_card } from pile { $pile } into the hand
event-turn = It is the turn of { $seat }
event-drank =
    { $kani ->
        [0] { $seat } drinks { FORM($drink, $cards, form: "many") } and gets no käni
        [one] { $seat } drinks { FORM($drink, $cards, form: "many") } and gets 1 käni
       *[other] { $seat } drinks { FORM($drink, $cards, form: "many") } and gets { $kani } känit
    }
event-third_hand = { $seat } pays three känit for the third hand
event-reshuffled = The discards become new piles of { $piles } (reshuffle { $reshuffles })

## The end

result-most_kani =
    { $winners_n ->
        [1] { $winners } wins with the most känit: { $score }
       *[other] { $winners } win together, känit: { $score }
    }

option-first_seat = First turn
    .about = The seat with the first turn; without a choice it is drawn
option-reshuffles = Reshuffles
    .about = How often the discards become new piles before the match ends
