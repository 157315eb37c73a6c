-- Whose turn it is changes with every ply; somebody's turns are found among the few matches they sit at.
DROP INDEX matches_to_act;
