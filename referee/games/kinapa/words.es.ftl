# Kinapa

component-animal = animal { $number }
component-shelter = refugio { $number }
component-object = objeto { $low }-{ $high }
component-emperor = Emperador
component-fox = zorro
component-sheep = oveja

## Manos de cartas

hand-player = { $owner }
hand-bot = la mano BOT
hand-bot-of = la mano BOT de { $owner }

phase-announce = El Emperador anuncia
phase-answer = Levantar la mano o no
phase-take = Tomar una carta de una mano
phase-hand_over = Entregar la carta
phase-expose = Elegir quién mintió
phase-give = Dar una carta a cambio
phase-reveal = Girar un objeto
phase-lay = Colocar una pareja
phase-crown = Elegir al próximo Emperador
phase-take_up = Elegir quién recoge la mano BOT

## Las jugadas y lo que piden

move-announce = Preguntar «¿Kinapa a …?»
    .number = Número por el que se pregunta
    .bot_raised = Si la mano BOT se levanta
move-answer = Levantar la mano («no la tengo») o no («quizá»)
    .raised = Si la mano se levanta
    .bot_raised = Si la mano BOT se levanta
move-take = Tomar una carta de { $place }
    .place = Mano de la que se toma
move-hand_over = Entregar { $card }
    .card = Carta que se entrega
move-choose_liar = Elegir quién da la carta y recibe el castigo: { $place }
    .place = Quien mintió
move-give = Dar una carta a cambio
    .card = Carta que se da
move-reveal = Girar un objeto
    .object = Su lugar en el círculo
move-lay =
    { $number_n ->
        [1] Colocar la pareja del { $number }
       *[other] Colocar una pareja: { $number }
    }
    .number = Número de la pareja
move-crown = Elegir al próximo Emperador: { $place }
    .place = Próximo Emperador
move-take_up_bot = Nombrar a quien recoge la mano BOT: { $seat }
    .seat = Quien la recoge

## Lo que ocurre

event-announced =
    { $bot_raised ->
        [none] { $seat } pregunta: «¿Kinapa a { $number }?»
        [yes] { $seat } pregunta: «¿Kinapa a { $number }?» y levanta la mano BOT
       *[no] { $seat } pregunta: «¿Kinapa a { $number }?» y deja bajada la mano BOT
    }
event-answered = { $seat } ya respondió
event-answers =
    { $answers_yes_n ->
        [0] No se levanta ninguna mano
       *[other] Manos levantadas: { $answers_yes }
    }{ $answers_no_n ->
        [0] { "" }
       *[other] ; manos bajadas: { $answers_no }
    }{ $shown_pair ->
        [none] { "" }
       *[other] ; el Emperador muestra la pareja del { $shown_pair }
    }
event-looked = { $seat } miró { $place }
    .private = { $seat } miró { $place } y vio: { $own_cards }
event-exposed = Dos manos mintieron: { $places }
event-caught = ¡Mentira! La carta está en poder de { $place }
event-took =
    { $card ->
        [none] { $seat } tomó una carta de { $place }
       *[other] { $seat } tomó una carta de { $place }: { $card }
    }
    .private = { $seat } tomó una carta de { $place }: { $own_card }
event-handed_over =
    { $card ->
        [none] El Emperador recibe una carta de { $place }: el { $number } que pidió
       *[other] El Emperador recibe una carta de { $place }: { $card }
    }
    .private = El Emperador recibe una carta de { $place }: { $own_card }
event-gave =
    { $card ->
        [none] { $seat } dio a { $place } una carta a cambio
       *[other] { $seat } dio a { $place } una carta a cambio: { $card }
    }
    .private = { $seat } dio a { $place } una carta a cambio: { $own_card }
event-punished =
    { $freed ->
        [none] Los dos zorros pasan a { $place }
       *[other] Los dos zorros pasan de { $freed } a { $place }
    }{ $face_up_n ->
        [0] { "" }
       *[other] ; quedan boca arriba: { $face_up }
    }
event-revealed = { $seat } giró el lugar { $object } del círculo: { $numbers }
event-turned_back = El lugar { $object } del círculo vuelve a quedar boca abajo
event-laid = { $seat } colocó la pareja del { $number } en el lugar { $object } del círculo
event-switched =
    { $emptied ->
        [yes] { $seat } vació una mano y recoge la otra
       *[no] { $seat } cambia a su otra mano
    }
    .private =
    { $emptied ->
        [yes] { $seat } vació una mano y recoge la otra: { $own_cards }
       *[no] { $seat } cambia a su otra mano: { $own_cards }
    }
event-bot_chosen = El próximo Emperador es { $place }: alguien debe recogerla
event-took_up = { $seat } recoge { $place } y deja en su lugar la mano que tenía
    .private = { $seat } recoge { $place } y deja en su lugar la mano que tenía; las cartas: { $own_cards }
event-fox_removed =
    { $foxes ->
        [0] El último zorro abandona a { $place }: las cartas vuelven a ocultarse
       *[other] Un zorro abandona a { $place }
    }
event-crowned =
    { $sheep ->
        [yes] El nuevo Emperador es { $seat }, que recibe una oveja
       *[no] El nuevo Emperador es { $seat }
    }{ $returned_n ->
        [0] { "" }
       *[other] ; vuelven las ovejas de { $returned }
    }
event-round_began = Empieza la ronda { $round }; Emperador: { $emperor }

## El final

result-all_laid = { $winners } colocó todas sus parejas y gana
result-stalled =
    { $winners_n ->
        [1] Nadie coloca parejas desde hace demasiado: gana { $winners } con más parejas, { $score }
       *[other] Nadie coloca parejas desde hace demasiado: ganan { $winners }, parejas colocadas: { $score }
    }

option-bot = Mano BOT
    .about = De cuatro a siete jugadores: se juega con una mano más, que nadie lleva
option-two_player_goal = Meta para dos
    .about = Dos jugadores: lo que hay que vaciar para ganar, las dos manos o una
option-stall_rounds = Rondas sin pareja
    .about = Tantas rondas seguidas sin colocar una pareja ponen fin a la partida; 0 para nunca
