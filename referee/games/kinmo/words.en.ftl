# KINMO

## Cards, gems and pieces; `many` is a number of them, `one` has its article

component-gem-green = green gem card
    .many = { $count } green gem cards
    .one = a green gem card
component-gem-blue = blue gem card
    .many = { $count } blue gem cards
    .one = a blue gem card
component-gem-purple = purple gem card
    .many = { $count } purple gem cards
    .one = a purple gem card
component-gem-orange = orange gem card
    .many = { $count } orange gem cards
    .one = an orange gem card
component-gem = gem card of any colour
    .one = a gem card of any colour
component-thief = thief
    .many = { $count } thieves
    .one = a thief
component-chipote = chipote
    .many = { $count } chipotes
    .one = a chipote
component-healing = healing
    .many = { $count } healing cards
    .one = a healing card
component-green = green gem
    .many = { $count } green gems
    .one = a green gem
component-blue = blue gem
    .many = { $count } blue gems
    .one = a blue gem
component-purple = purple gem
    .many = { $count } purple gems
    .one = a purple gem
component-orange = orange gem
    .many = { $count } orange gems
    .one = an orange gem
component-bandage = bandage
component-heart = heart

phase-action = Choose an action
phase-answer = Answer the offer
phase-partner = Choose whom to swap with

## Moves and what they ask for

move-discard = Lay off cards and draw back up to five
    .cards = Cards to lay off, the last on top
move-take_discard = Take the top discard and lay off two cards
    .cards = Two cards to lay off, the last on top
move-offer_exchange = Offer an exchange of cards
    .want = Card asked for
    .promise = Card promised for it
move-trade_gems = Return { FORM($give, 2, form: "many") } for { FORM($take, form: "one") }
    .give = Gem of which two go back
    .take = Gem taken from the reserve
move-play_set =
    { $cards_n ->
        [3] Play { FORM($cards, form: "one") } as a set
       *[other] Play a set: three of { FORM($cards, form: "one") }
    }{ $target ->
        [none] { "" }
       *[other] {" "}against { $target }
    }
    .cards = The three cards, the last on top
    .target = Opponent
    .gem = Gem to take
move-swap_team_gem = Give { $team_mate } { FORM($give, form: "one") } for { FORM($take, form: "one") }
    .give = Gem to give
    .team_mate = Team mate
    .take = Gem to get
move-accept_exchange = Accept the exchange
    .card = Card to give
move-decline_exchange = Decline the exchange
move-exchange = Swap a card with { $partner }
    .partner = Whom to swap with
    .card = Card to give
move-call_off = Call the exchange off

## What happens

event-discarded =
    { $count ->
        [one] { $seat } laid off a card; on top lies { FORM($top, form: "one") }
       *[other] { $seat } laid off { $count } cards; on top lies { FORM($top, form: "one") }
    }
    .private = { $seat } laid off { FORM($own_cards, form: "one") }; on top lies { FORM($top, form: "one") }
event-took_discard = { $seat } took the top discard, { FORM($card, form: "one") }, and laid off two cards; on top lies { FORM($top, form: "one") }
    .private = { $seat } took the top discard, { FORM($card, form: "one") }, and laid off { FORM($own_cards, form: "one") }; on top lies { FORM($top, form: "one") }
event-offered =
    { $promise ->
        [none] { $seat } asks for { FORM($want, form: "one") } and promises nothing
       *[other] { $seat } asks for { FORM($want, form: "one") } and promises { FORM($promise, form: "one") }
    }
event-answered = { $seat } has answered
    .private =
    { $own_accepted ->
        [yes] { $seat } accepts and would give { FORM($own_card, form: "one") }
       *[no] { $seat } declines
    }
event-answers_opened =
    { $answers_accepted_n ->
        [0] Nobody takes the offer of { $seat }
       *[other] { $answers_declined_n ->
            [0] The offer of { $seat } is accepted by { $answers_accepted }
           *[other] The offer of { $seat } is accepted by { $answers_accepted } and declined by { $answers_declined }
        }
    }
event-exchanged = { $seat } swapped a card with { $partner }
    .private = { $seat } and { $partner } swapped { FORM($own_gave, form: "one") } and { FORM($own_got, form: "one") }
event-called_off = { $seat } called the exchange off
event-gems_traded = { $seat } returned { FORM($give, 2, form: "many") } and took { FORM($take, form: "one") }
event-team_gem_swapped = { $seat } gave { $team_mate } { FORM($give, form: "one") } for { FORM($take, form: "one") }
event-set_played = { $seat } played a set: { FORM($cards, form: "one") }
event-gem_gained = { $seat } gets { FORM($gem, form: "one") } from the reserve
event-gem_stolen = { $seat } steals { FORM($gem, form: "one") } from { $target }
event-hit =
    { $bandages ->
        [0] { $seat } hits { $target }, who loses the last bandage
        [one] { $seat } hits { $target }, who has 1 bandage left
       *[other] { $seat } hits { $target }, who has { $bandages } bandages left
    }
event-knocked_out =
    { $heart_lost ->
        [yes] { $target } is knocked out, loses the heart and all gems
       *[no] { $target } is knocked out and loses all gems
    }{ $taken ->
        [none] { "" }
       *[other] ; { $seat } takes { FORM($taken, form: "one") }
    }{ $returned_n ->
        [0] { "" }
       *[other] ; back in the reserve: { FORM($returned, form: "one") }
    }
event-healed =
    { $bandages ->
        [one] { $seat } recovers a bandage and has 1
       *[other] { $seat } recovers a bandage and has { $bandages }
    }
event-drew =
    { $count ->
        [one] { $seat } drew a card
       *[other] { $seat } drew { $count } cards
    }
    .private = { $seat } drew { FORM($own_cards, form: "one") }
event-reshuffled = The discards are shuffled into a new deck of { $deck }

## The end

result-four_colours =
    { $winners_n ->
        [1] { $winners } has gems of all four colours and wins
       *[other] The team of { $winners } has gems of all four colours and wins
    }
result-points =
    { $winners_n ->
        [1] { $winners } wins on points: { $score }
       *[other] { $winners } win together on points: { $score }
    }

option-first_seat = First to move
    .about = The seat that moves first; without a choice it is drawn
