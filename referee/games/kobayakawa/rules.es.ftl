# Las reglas de Kobayakawa, por su identificador; el inglés está en rules.md.

rule-KOB-1 = Participan de tres a seis jugadores.
rule-KOB-2 = Hay quince cartas, numeradas del 1 al 15. Todos empiezan con 4 kamones; en el centro hay 8.
rule-KOB-3 = Para cada ronda se barajan las quince cartas; cada jugador que sigue en juego recibe una, otra se pone boca arriba como Kobayakawa y las demás forman el mazo.
rule-KOB-4 = En el sentido de las agujas del reloj, desde el puesto inicial, cada jugador roba (KOB-5) o sustituye (KOB-6), una sola vez. No puede hacer otra cosa, y nadie puede pasar.
rule-KOB-5 = Robar es tomar la carta superior del mazo, mirar las dos cartas y conservar cualquiera de ellas; la otra queda boca arriba ante su dueño. Qué se robó y qué se conservó solo lo ve ese jugador.
rule-KOB-6 = Sustituir es girar sobre el Kobayakawa la carta superior del mazo, que nadie ha visto antes. Desde entonces el Kobayakawa es ella; las cartas que cubre siguen a la vista de todos.
rule-KOB-7 = Cuando todos han actuado, en el sentido de las agujas del reloj y desde el puesto inicial, cada jugador decide a la vista de todos si lucha, y apuesta 1 kamon, o si pasa sin apostar nada.
rule-KOB-8 = Solo quienes luchan enseñan su carta. A la más baja de ellas se le suma el Kobayakawa; gana el total más alto.
rule-KOB-9 = Entre totales iguales gana quien lucha antes en el orden de la ronda, contado desde el puesto inicial.
rule-KOB-10 = Quien lucha sin rival gana y no enseña nada. Quien pasa nunca enseña su carta.
rule-KOB-11 = Quien gana recibe todos los kamones apostados y 1 del centro, y tiene el puesto inicial de la ronda siguiente.
rule-KOB-12 = Si nadie lucha, nadie gana: el kamon que habría pagado el centro sale del juego, el puesto inicial no cambia y se reparte la ronda siguiente.
rule-KOB-13 = Quien se queda sin kamones una vez pagada la ronda está fuera: sin carta y sin turno. Quien apuesta el último y gana sigue en juego.
rule-KOB-14 = Tras seis rondas quedan 2 en el centro, y la séptima ronda es la última. Luchar cuesta entonces 2 kamones, o 1 a quien solo tiene 1; nadie que tenga más puede apostar 1. Quien gana se lleva todo lo apostado y los 2.
rule-KOB-15 = Después de la última ronda gana quien tiene más kamones; con igual número, ganan juntos.
rule-KOB-16 = En cuanto solo un jugador tiene kamones, la partida termina y gana ese jugador.
